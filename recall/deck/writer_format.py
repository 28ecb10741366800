"""Formatting: recall's own constructs in one spelling, everything else left as it is."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from recall.deck.digest import body_text, note_digest
from recall.deck.front_matter import read_front_matter
from recall.deck.id_comment import read_id_comment
from recall.deck.labels import CHINESE, read_bold, read_label
from recall.deck.markdown import structure
from recall.deck.outline import LabelLine, Page, Stretch
from recall.deck.syntax import BLOCK_LABELS, Deck, Label, Note
from recall.deck.writer import Edit, Lines, RawText, read_again
from recall.diagnostics import Checked, Diagnostic
from recall.source import Excerpt, SourceFile

_VISIBLE = re.compile(r"[^\n]")
_BOX = re.compile(r"\[X\](?=[ \t]*\Z)")

Group: TypeAlias = tuple[Edit, ...]
"""The edits of one note: made together or not at all."""


def format_deck(raw: bytes, read: Checked[Deck]) -> bytes:
    """The bytes of a deck file with recall's constructs in their canonical spelling.

    `read` is what the parser made of the bytes. Notes with errors are left alone, and so is every
    note that the edits would change in any other way than its looks.
    """
    source = SourceFile.from_bytes(read.value.path, raw)
    groups = [group for group in _groups(source, read.value) if group]
    text = RawText(raw)
    if not groups:
        return raw
    whole = text.apply(edit for group in groups for edit in group)
    if _says_the_same(whole, read):
        return whole
    kept: list[Edit] = []
    for group in groups:
        if _says_the_same(text.apply((*kept, *group)), read):
            kept += group
    return text.apply(kept)


def spelling(label: Label, *, chinese: bool, text: bool) -> str:
    """A label as `fmt` writes it, up to where its text begins; `text` says if there is any."""
    if chinese:
        colon = "：" if text or label not in BLOCK_LABELS else ""
        return f"**{CHINESE[label]}**{colon}"
    colon = ":" if text or label not in BLOCK_LABELS else ""
    return f"**{label.value}{colon}**{' ' if text else ''}"


def _groups(source: SourceFile, deck: Deck) -> Iterator[Group]:
    end = read_front_matter(source).value.end
    text = _VISIBLE.sub(" ", source.text[:end]) + source.text[end:]
    page = Page(source, structure(text))
    notes = {note.heading.place(0)[0] - 1: note for note in deck.notes}
    for index, stretch in enumerate(page.stretches):
        note = notes.get(stretch.line) if stretch.kind == "note" else None
        if note is not None:
            is_last = index + 1 == len(page.stretches)
            yield (
                *_id_comment(page, stretch),
                *_labels(page, stretch),
                *_blanks(page, stretch, is_last=is_last),
                *_boxes(source, note),
            )


def _changed(page: Page, start: int, end: int, text: str) -> Iterator[Edit]:
    if page.text[start:end] != text:
        yield Edit(start, end, text)


def _id_comment(page: Page, stretch: Stretch) -> Iterator[Edit]:
    """The id comment on the line right under the heading, spelt `<!-- id: x -->`."""
    begin = page.start(stretch.line + 1)
    stop = page.start(stretch.labels[0].line if stretch.labels else stretch.end)
    named = read_id_comment(page.text, min(begin, stop), stop)
    if named is not None and named.id is not None:
        of = f", of: {named.of}" if named.of else ""
        yield from _changed(page, begin, named.end, f"<!-- id: {named.id}{of} -->")


def _labels(page: Page, stretch: Stretch) -> Iterator[Edit]:
    for own in stretch.labels:
        line = page.lines[own.line]
        begin = page.start(own.line)
        bold = read_bold(line)
        if bold is None:
            continue
        rest = line[own.after - begin :]
        word = unicodedata.normalize("NFKC", bold.word).strip()
        label = spelling(own.label, chinese=word == CHINESE[own.label], text=bool(rest.strip()))
        if read_label(label + rest) == (own.label, len(label)):
            yield from _changed(page, begin, own.after, label)


def _blanks(page: Page, stretch: Stretch, *, is_last: bool) -> Iterator[Edit]:
    """One blank line above and below each block label, and above what follows a block part."""
    above: LabelLine | None = None
    for index, own in enumerate(stretch.labels):
        if own.is_block or (above is not None and above.is_block):
            yield from _one_blank_above(page, own.line)
        limit = stretch.labels[index + 1].line if index + 1 < len(stretch.labels) else stretch.end
        if own.is_block and own.end == own.line + 1:
            yield from _one_blank_below(page, own, limit)
        above = own
    if above is not None and above.is_block and not is_last:
        yield from _one_blank_above(page, stretch.end)


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _one_blank_above(page: Page, line: int) -> Iterator[Edit]:
    first = line
    while first > 0 and _is_blank(page.lines[first - 1]):
        first -= 1
    yield from _changed(page, page.start(first), page.start(line), "\n")


def _one_blank_below(page: Page, own: LabelLine, limit: int) -> Iterator[Edit]:
    """The same below a label that stands alone on its line, if its part is not empty."""
    if page.text[own.after : page.start(own.line + 1)].strip():
        return
    first = own.line + 1
    last = first
    while last < limit and _is_blank(page.lines[last]):
        last += 1
    if last < limit:
        yield from _changed(page, page.start(first), page.start(last), "\n")


def _boxes(source: SourceFile, note: Note) -> Iterator[Edit]:
    """`[x]` for `[X]` in the options of a choice."""
    kind = note.part(Label.TYPE)
    if kind is not None and kind.content.text.strip().casefold() not in ("choice", "选择"):
        return
    lines = Lines(source.text)
    for item in note.options:
        line, column = item.text.place(0)
        found = _BOX.search(lines.line(line)[: column - 1])
        if item.checked and found is not None:
            at = lines.offset((line, found.start() + 2))
            yield Edit(at, at + 1, "x")


def _says_the_same(raw: bytes, before: Checked[Deck]) -> bool:
    """True if the bytes are read as the same notes, and nothing is wrong that was not before."""
    after = read_again(raw, before.value)
    return _content(after.value) == _content(before.value) and not (
        _codes(after.diagnostics) - _codes(before.diagnostics)
    )


def _codes(diagnostics: Sequence[Diagnostic]) -> Counter[str]:
    return Counter(diagnostic.code.id for diagnostic in diagnostics)


def _content(deck: Deck) -> tuple[object, ...]:
    """Everything of a deck that is compiled, without its places."""
    return (
        deck.title, deck.pillar, deck.order, deck.requires, deck.tags, deck.sources, deck.lang,
        _text(deck.intro), deck.is_deck, tuple(_note_content(note) for note in deck.notes),
    )  # fmt: skip


def _note_content(note: Note) -> tuple[object, ...]:
    parts = tuple(
        (part.label, part.content.text, part.loose, tuple(
            (item.text.text, _text(item.rest), item.checked) for item in part.items
        ))
        for part in note.parts
    )  # fmt: skip
    options = tuple((o.text.text, _text(o.rest), o.checked) for o in note.options)
    return (
        note_digest(note), note.id, note.of, note.heading.text, body_text(note),
        options, _text(note.stem), _text(note.context), parts,
    )  # fmt: skip


def _text(excerpt: Excerpt | None) -> str | None:
    return excerpt.text if excerpt is not None else None
