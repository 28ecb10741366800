"""The room between the items of a line, and which of them need parentheses there."""

import re
import unicodedata
from dataclasses import dataclass

from recall.render.formula import (
    Accent,
    Atom,
    Brace,
    Fraction,
    Limits,
    Node,
    Root,
    Row,
    Script,
    items_of,
)
from recall.render.symbols import Kind

SEPARATED = 3
"""Cells of room from which on two things no longer multiply each other (a `\\quad`)."""
_LETTERS = re.compile(r"[^\W\d_]*")
_STICKY = re.compile(r"[_^√][^\s()\[\]]*$")


@dataclass(frozen=True, slots=True)
class Placed:
    """An item of a line: its text, its class, and the cells of room before it."""

    node: Node
    text: str
    kind: Kind
    gap: int


def begins_with_operator(node: Node) -> bool:
    """True if the first thing in it is a relation or a binary operator."""
    first = next(iter(items_of(node)), None)
    return first is not None and class_of(first, "") in {Kind.RELATION, Kind.BINARY}


def settled(placed: list[Placed]) -> list[Placed]:
    """The line with room and parentheses where neighbours could be misread together."""
    placed = _spread(placed)
    return [_protected(placed, index) for index in range(len(placed))]


def _spread(placed: list[Placed]) -> list[Placed]:
    """Factors with room between them where one has a long index: `2 L n_kv d`, not `2Ln_kv d`."""
    spread = list(placed)
    start = 0
    while start < len(placed):
        end = start
        while end < len(placed) and _is_letter_factor(placed[end]):
            end += 1
        if any("_" in item.text or "^" in item.text for item in placed[start:end]):
            for index in range(start + 1, end):
                item = placed[index]
                spread[index] = Placed(item.node, item.text, item.kind, max(item.gap, 1))
        start = max(end, start + 1)
    return spread


def _is_letter_factor(item: Placed) -> bool:
    return item.kind is Kind.ORDINARY and item.text[:1].isalnum()


def class_of(node: Node, text: str) -> Kind:
    """The class of a node whose text in one line is that."""
    match node:
        case Atom(_, kind):
            # Spelled out in ASCII, a Greek letter is a word.
            word = kind is Kind.ORDINARY and len(text) > 1 and text.isascii() and text.isalpha()
            return Kind.WORD if word else kind
        case Script(base) | Limits(base) | Accent(base) | Brace(base):
            letters = _LETTERS.match(text)
            return class_of(base, letters.group() if letters else "")
        case Row(items) if len(items) == 1:
            return class_of(items[0], text)
        case _:
            return Kind.ORDINARY


def is_prefix(placed: list[Placed]) -> bool:
    """True if a plus or minus after these is a sign, not an operator."""
    return not placed or placed[-1].kind in {
        Kind.BINARY, Kind.RELATION, Kind.OPEN, Kind.PUNCTUATION, Kind.LARGE, Kind.MIDDLE,
    }  # fmt: skip


def gap_before(before: Placed, text: str, kind: Kind, *, tight: bool) -> int:
    """Cells between an item and the text that comes next."""
    kinds = (before.kind, kind)
    if before.kind is Kind.OPEN or kind in {Kind.CLOSE, Kind.PUNCTUATION}:
        return 0
    if before.kind is Kind.PUNCTUATION or Kind.BINARY in kinds or Kind.RELATION in kinds:
        return 0 if tight else 1
    if Kind.MIDDLE in kinds:
        return 0 if tight else 1
    if Kind.LARGE in kinds:
        return 1
    begins = text[:1]
    if before.kind is Kind.WORD:
        return 0 if kind is Kind.OPEN or begins in "([{|‖" else 1
    if kind is Kind.WORD:
        return 1
    return 1 if _collide(before, begins, kind) else 0


def _collide(before: Placed, begins: str, kind: Kind) -> bool:
    ends = before.text[-1:]
    if isinstance(before.node, Root) and _STICKY.search(before.text):
        return begins.isalnum() or begins in "([{"
    if _STICKY.search(before.text):
        return begins.isalnum() or begins in "√∂∇"
    if not (begins.isalnum() and ends.isalnum()) or _is_cjk(begins) or _is_cjk(ends):
        return False
    numbers = begins.isdecimal() and ends.isdecimal() and begins.isascii() and ends.isascii()
    return numbers or Kind.TEXT in (before.kind, kind)


def _is_cjk(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _protected(placed: list[Placed], index: int) -> Placed:
    """The item; a fraction that multiplies its neighbour in parentheses."""
    item = placed[index]
    if not isinstance(item.node, Fraction):
        return item
    before = placed[index - 1] if index else None
    after = placed[index + 1] if index + 1 < len(placed) else None
    if not (_binds_right(before, item) or _binds_left(after)):
        return item
    return Placed(item.node, f"({item.text})", item.kind, item.gap)


def _binds_right(before: Placed | None, item: Placed) -> bool:
    if before is None or item.gap >= SEPARATED or before.text.endswith(" "):
        return False
    if before.text in {"/", "÷"}:
        return True
    return before.kind in {Kind.ORDINARY, Kind.WORD, Kind.TEXT, Kind.LARGE, Kind.CLOSE}


def _binds_left(after: Placed | None) -> bool:
    if after is None or after.gap >= SEPARATED or after.text.startswith(" "):
        return False
    return after.kind in {Kind.ORDINARY, Kind.WORD, Kind.TEXT, Kind.LARGE, Kind.OPEN}
