"""One note: heading, id, body, options and parts."""

import re
from collections.abc import Iterator, Sequence

from recall.deck import note_codes as codes
from recall.deck.id_comment import IdComment, read_id_comment
from recall.deck.items import TopList, read_lists, without
from recall.deck.lints import heading_text
from recall.deck.outline import LabelLine, Page, Stretch
from recall.deck.region import comments
from recall.deck.syntax import Item, Label, Note, Part
from recall.diagnostics import Checked, Diagnostic
from recall.source import Excerpt

_MAYBE_TASK = re.compile(r"^ {0,3}(?:[-+*]|[0-9]{1,9}[.)])[ \t]+[\[［]", re.M)
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")


def read_note(
    page: Page, stretch: Stretch, *, context: Excerpt | None, translation: bool
) -> Checked[Note]:
    """The note of a stretch, also where it is wrong; the caller leaves out notes with errors."""
    line = page.lines[stretch.line]
    text = heading_text(line).strip()
    begin = page.start(stretch.line) + line.index(text, 2)
    heading = page.source.excerpt(begin, begin + len(text))
    labels = stretch.labels
    body_end = page.start(labels[0].line if labels else stretch.end)
    body_begin = min(page.start(stretch.line + 1), body_end)
    named = read_id_comment(page.text, body_begin, body_end)
    body = page.block(named.end if named else body_begin, body_end)
    found: list[Diagnostic] = []
    if named:
        found += _check_id(page, named, translation=translation)
    parts = tuple(_part(page, stretch, index) for index in range(len(labels)))
    found += _check_parts(page, stretch, parts)
    options, stem = _options(body, parts, found, translation=translation)
    note = Note(
        heading=heading,
        body=body,
        parts=parts,
        id=named.id if named else None,
        of=named.of if named else None,
        id_span=page.source.span(named.start, named.end) if named else None,
        options=options,
        stem=stem,
        context=context,
    )
    return Checked(note, tuple(found))


def _check_id(page: Page, named: IdComment, *, translation: bool) -> Iterator[Diagnostic]:
    span = page.source.span(named.start, named.end)
    if named.id is None:
        yield codes.E306.at(span, "this id comment is malformed")
    elif named.of is not None and not translation:
        yield codes.W308.at(span, "`of` has no meaning in a primary file")


def _part(page: Page, stretch: Stretch, index: int) -> Part:
    labels = stretch.labels
    own = labels[index]
    limit = labels[index + 1].line if index + 1 < len(labels) else stretch.end
    begin = page.start(own.line)
    label_span = page.source.span(begin, begin + len(page.text[begin : own.after].rstrip()))
    if not own.is_block:
        content = page.inline(own.after, page.start(own.end))
        return Part(own.label, label_span, content)
    content = page.block(own.after, page.start(limit))
    lists = read_lists(content)
    return Part(own.label, label_span, content, lists.items, lists.loose)


def _check_parts(page: Page, stretch: Stretch, parts: Sequence[Part]) -> Iterator[Diagnostic]:
    seen: dict[Label, Part] = {}
    for index, (own, part) in enumerate(zip(stretch.labels, parts, strict=True)):
        if own.label in seen:
            first = seen[own.label].label_span.line
            message = f"“{own.label.value}” is given twice, first in line {first}"
            yield codes.E302.at(part.label_span, message)
        seen.setdefault(own.label, part)
        if not part.content.text.strip():
            yield codes.W309.at(part.label_span, f"“{own.label.value}” is empty")
        if not own.is_block:
            after = index + 1
            limit = stretch.labels[after].line if after < len(parts) else stretch.end
            yield from _loose_text(page, own, limit)


def _loose_text(page: Page, own: LabelLine, limit: int) -> Iterator[Diagnostic]:
    """Text after a line part; comments and rules are no text."""
    begin, end = page.start(own.end), page.start(limit)
    if not page.text[begin:end].strip():
        return
    hidden = {
        line
        for start, stop in comments(page.text, begin, end)
        for line in range(page.line_of(start), page.line_of(stop) + 1)
    }
    for line in range(own.end, limit):
        text = page.lines[line]
        if text.strip() and line not in hidden and not _RULE.fullmatch(text):
            indent = len(text) - len(text.lstrip())
            start = page.start(line) + indent
            message = f"this text belongs to no part: “{own.label.value}” ended above"
            yield codes.E301.at(page.source.span(start, start + len(text.strip())), message)
            return


def _options(
    body: Excerpt, parts: Sequence[Part], found: list[Diagnostic], *, translation: bool
) -> tuple[tuple[Item, ...], Excerpt | None]:
    """The options in the body and the body without them; problems are added to `found`."""
    if _MAYBE_TASK.search(body.text) is None:
        return (), None
    lists = read_lists(body, tasks=True)
    for each in lists.lists:
        for index in each.near_tasks:
            text = each.items[index].text
            found.append(codes.W313.at(text.span(), "this is nearly a task box"))
    choices = [each for each in lists.lists if each.has_tasks]
    if not choices:
        return (), None
    kind = next((part.content.text for part in parts if part.label is Label.TYPE), "choice")
    if kind.strip().casefold() == "choice":
        found += _check_options(choices, translation=translation)
    options = tuple(item for item in choices[0].items if item.checked is not None)
    return options, without(body, choices[0])


def _check_options(choices: Sequence[TopList], *, translation: bool) -> Iterator[Diagnostic]:
    first, *others = choices
    for other in others:
        message = "a second task list begins here; the first one has the options"
        yield codes.E310.at(other.items[0].text.span(), message)
    for item in first.items:
        if item.checked is None:
            yield codes.E311.at(item.text.span(), "this item has no task box, the others have one")
        elif not item.text.text.strip():
            yield codes.E314.at(item.text.span(), "this option has no text")
    if not translation and not any(item.checked for item in first.items):
        yield codes.E312.at(first.items[0].text.span(), "no option is marked as right")
