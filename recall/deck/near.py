"""Lines that are nearly labels."""

from collections.abc import Iterator
from dataclasses import dataclass

from recall.deck import note_codes as codes
from recall.deck.labels import CHINESE, known_label, near_label, read_bold, read_label
from recall.deck.lints import heading_text
from recall.deck.markdown import Structure
from recall.deck.outline import Page, Stretch
from recall.deck.syntax import Label, Note
from recall.diagnostics import Diagnostic
from recall.source import Span

_MAKES_TYPE = (
    (frozenset({Label.GIVEN, Label.STEPS}), "numeric"),
    (frozenset({Label.POINTS}), "points"),
    (frozenset({Label.ACCEPT}), "typed"),
)
_RULED_BY_NUMBER_SIGNS = 3


@dataclass(frozen=True, slots=True)
class NearLabel:
    """A line (from 0) that nearly is a label; `word` is what it says."""

    line: int
    word: str
    label: Label
    span: Span


def near_labels(page: Page, found: Structure) -> Iterator[NearLabel]:
    """Bold lines that nearly are labels, and headings below a note's that are spelt like one."""
    text = page.text
    for leaf in found.leaves():
        for begin, end in leaf.lines:
            if text.startswith(("**", "__"), begin) and (begin == 0 or text[begin - 1] == "\n"):
                yield from _bold(page, begin, text[begin:end])
    for token in found.tokens:
        deep = token.type == "heading_open" and len(token.markup) >= _RULED_BY_NUMBER_SIGNS
        if deep and token.level == 0 and token.map is not None and token.markup[0] == "#":
            line = token.map[0]
            word = heading_text(page.lines[line]).strip().rstrip(":：")
            label = known_label(word)
            if label is not None:
                yield NearLabel(line, word, label, page.source.line_span(line + 1))


def hidden_labels(page: Page, found: Structure) -> Iterator[Diagnostic]:
    """Labels that open no part because they stand inside code, a formula or a comment."""
    text = page.text
    for leaf in found.leaves():
        for begin, end in leaf.lines:
            if text.startswith(("**", "__"), begin) and (begin == 0 or text[begin - 1] == "\n"):
                read = read_label(text[begin:end])
                if read is not None:
                    span = page.source.span(begin, begin + read[1])
                    message = f"the label “{read[0].value}” stands inside code or a formula"
                    yield codes.W316.at(span, message)


def _bold(page: Page, begin: int, line: str) -> Iterator[NearLabel]:
    bold = read_bold(line)
    if bold is None or (not bold.colon and bold.end < len(line)):
        return
    label = near_label(bold.word)
    if label is not None and known_label(bold.word) is None:
        span = page.source.span(begin, begin + bold.end)
        yield NearLabel(span.line - 1, bold.word, label, span)


def describe(
    near: NearLabel, stretch: Stretch, note: Note | None, *, has_clozes: bool
) -> Diagnostic:
    """What to say of a near label: an error where the label would make another type of card."""
    labels = {each.label for each in stretch.labels}
    changes = note is not None and _type(labels, has_clozes) != _type(
        labels | {near.label}, has_clozes
    )
    code = codes.E304 if changes else codes.W303
    message = f"“{near.word}” is nearly the label “{near.label.value}”"
    hint = f"Write **{near.label.value}** or **{CHINESE[near.label]}**, or do not begin with bold."
    return code.at(near.span, message, hint)


def _type(labels: set[Label], has_clozes: bool) -> str:
    """The type that the labels make, as far as they decide it."""
    if Label.TYPE in labels:
        return "set"
    made = [name for makers, name in _MAKES_TYPE if labels & makers]
    if has_clozes and Label.ANSWER not in labels:
        made.append("cloze")
    return " and ".join(made)
