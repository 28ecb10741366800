"""From a deck file to its syntax: front matter, sections, notes. Never raises, on any text.

The block structure comes from the Markdown front end. A note with an error is left out and its
neighbours stay; whatever else belongs nowhere is named in a diagnostic.
"""

import re
from collections.abc import Iterator

from recall.deck import codes, lints, note_codes
from recall.deck.front_matter import read_front_matter
from recall.deck.id_comment import ID_COMMENT
from recall.deck.lints import heading_text
from recall.deck.markdown import Structure, regions, structure
from recall.deck.near import describe, hidden_labels, near_labels
from recall.deck.notes import read_note
from recall.deck.opaque import clozes
from recall.deck.outline import Page, Stretch
from recall.deck.region import Kind
from recall.deck.syntax import Deck, Note
from recall.diagnostics import Checked, Diagnostic, Severity, in_file_order
from recall.source import Excerpt, SourceFile

_NEARLY_NOTES = (codes.E101, note_codes.W207, note_codes.W208)
_VISIBLE = re.compile(r"[^\n]")


def parse(
    source: SourceFile, *, deck: str, pillar: str, lang: str, translation: bool
) -> Checked[Deck]:
    """The deck that a file holds, with every problem found in it.

    `pillar` is the folder's; the front matter may name another. `lang` is the language of the file
    name or the default; only in a primary the front matter may change it.
    """
    front = read_front_matter(source)
    value = front.value
    text = _VISIBLE.sub(" ", source.text[: value.end]) + source.text[value.end :]
    found = structure(text)
    page = Page(source, found)
    notes, problems = _notes(page, found, translation=translation)
    problems = [*front.diagnostics, *problems]
    if translation and value.lang not in (None, lang) and value.lang_span:
        message = f"the file name says {lang}, the front matter says {value.lang}"
        problems.append(codes.W108.at(value.lang_span, message))
    is_deck = any(stretch.kind == "note" for stretch in page.stretches)
    if not is_deck:
        # It may be anybody's text: only what may have been meant as a note is worth a word.
        problems = [problem for problem in problems if problem.code in _NEARLY_NOTES]
        problems.append(codes.I109.at(source.line_span(1), "no note heading, so this is no deck"))
    intro = page.block(0, page.start(page.stretches[0].end))
    result = Deck(
        id=deck,
        path=source.path,
        lang=lang if translation else value.lang or lang,
        translation=translation,
        title=value.title or _title(page) or deck.rsplit("/", 1)[-1],
        pillar=value.pillar or pillar,
        order=value.order,
        requires=value.requires,
        tags=value.tags,
        sources=dict(value.sources),
        intro=intro if intro.text else None,
        notes=notes,
        is_deck=is_deck,
    )
    return Checked(result, in_file_order(problems))


def _title(page: Page) -> str:
    """The section title that stands before the first note, if there is one."""
    for stretch in page.stretches[1:2]:
        if stretch.kind == "section":
            return heading_text(page.lines[stretch.line]).strip()
    return ""


def _notes(
    page: Page, found: Structure, *, translation: bool
) -> tuple[tuple[Note, ...], list[Diagnostic]]:
    """The notes without an error, and all problems of the file's text."""
    problems = [
        *lints.unclosed(page.source, found),
        *lints.headings(page.source, found),
        *lints.inline(page.source, found),
    ]
    # By the line of the heading.
    drafts: dict[int, Note] = {}
    context: Excerpt | None = None
    for stretch in page.stretches:
        if stretch.kind == "note":
            draft = read_note(page, stretch, context=context, translation=translation)
            drafts[stretch.line] = draft.value
            problems += draft.diagnostics
        else:
            problems += _labels_outside(page, stretch)
            begin, end = page.start(stretch.line), page.start(stretch.end)
            context = page.block(begin, end) if stretch.kind == "section" else None
    problems += _near(page, found, {} if translation else drafts)
    problems += _stray_ids(page, drafts)
    problems += hidden_labels(page, found)
    refused = {
        page.stretch_at(problem.span.line - 1).line
        for problem in problems
        if problem.severity is Severity.ERROR
    }
    return tuple(note for at, note in drafts.items() if at not in refused), problems


def _labels_outside(page: Page, stretch: Stretch) -> Iterator[Diagnostic]:
    for label in stretch.labels:
        message = f"“{label.label.value}” stands outside of a note"
        yield note_codes.W305.at(page.source.line_span(label.line + 1), message)


def _near(page: Page, found: Structure, drafts: dict[int, Note]) -> Iterator[Diagnostic]:
    marked: dict[int, bool] = {}
    for near in near_labels(page, found):
        stretch = page.stretch_at(near.line)
        note = drafts.get(stretch.line)
        if note is not None and stretch.line not in marked:
            marked[stretch.line] = bool(clozes(note.heading) or clozes(note.body))
        has_clozes = marked.get(stretch.line, False)
        yield describe(near, stretch, note, has_clozes=has_clozes)


def _stray_ids(page: Page, drafts: dict[int, Note]) -> Iterator[Diagnostic]:
    """Id comments that are not the first thing under a heading."""
    taken = {
        (note.id_span.line, note.id_span.column)
        for note in drafts.values()
        if note.id_span is not None
    }
    known: dict[int, frozenset[int]] = {}
    for match in ID_COMMENT.finditer(page.text):
        place = page.source.place(match.start())
        if place in taken:
            continue
        stretch = page.stretch_at(place[0] - 1)
        if stretch.line not in known:
            begin, end = page.start(stretch.line), page.start(stretch.end)
            known[stretch.line] = frozenset(
                begin + region.start
                for region in regions(page.text[begin:end])
                if region.kind is Kind.COMMENT
            )
        if match.start() in known[stretch.line]:
            span = page.source.span(*match.span())
            yield note_codes.E307.at(span, "this id comment is not right under a heading")
