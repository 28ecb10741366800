"""A formula in one line.

Grouping is never lost: what a fraction bar or a raised exponent holds together gets parentheses,
`\\frac{a+b}{c}` is `(a + b)/c`. Small Unicode forms are used only where every character has one;
otherwise `_` and `^` bind the word that follows or a pair of parentheses.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recall.render.cells import cell_len
from recall.render.formula import (
    Accent,
    Atom,
    Brace,
    Fence,
    Fraction,
    Frame,
    Grid,
    Hidden,
    Limits,
    Node,
    Root,
    Row,
    Script,
    Space,
    children_of,
)
from recall.render.grouping import grouped, is_call, is_factor, is_product
from recall.render.spacing import (
    SEPARATED,
    Placed,
    begins_with_operator,
    class_of,
    gap_before,
    is_prefix,
    settled,
)
from recall.render.symbols import ACCENT_NAMES, Kind, subscript, superscript, to_ascii

_SMALL = frozenset({"Lm", "No"})
_INDICES = frozenset("ijmnt")
"""Letters that count. Others (the k of d_k beside the c of d_c) are names and use `_`."""
_SHORT_INDEX = 6
"""Cells up to which an index stays in the line, in parentheses, even where lines are free."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one formula is written.

    `subs` and `sups` are bases that have an index (an exponent) without a small form somewhere in
    the formula: all their letters then use `_` and `^`, so that W_q and W_k look alike.
    """

    ascii: bool = False
    subs: frozenset[str] = frozenset()
    sups: frozenset[str] = frozenset()


def look_for(node: Node, *, ascii_only: bool) -> Look:
    """The look of a formula."""
    plain = Look(ascii_only)
    if ascii_only:
        return plain
    subs: set[str] = set()
    sups: set[str] = set()
    for base, sub, sup in _scripts(node):
        key = flat(base, plain)
        if sub is not None and _small_sub(sub, flat(sub, plain, tight=True)) is None:
            subs.add(key)
        if sup is not None and superscript(flat(sup, plain, tight=True)) is None:
            sups.add(key)
    return Look(False, frozenset(subs), frozenset(sups))


def _scripts(node: Node) -> Iterator[tuple[Node, Node | None, Node | None]]:
    if isinstance(node, Script):
        yield node.base, node.sub, node.sup
    for child in children_of(node):
        yield from _scripts(child)


def flat(node: Node, look: Look, *, tight: bool = False) -> str:
    """The node as one line; `tight` leaves out the spaces around operators, as in an exponent."""
    match node:
        case Atom(text):
            return to_ascii(text) if look.ascii else text
        case Space(cells):
            return " " * cells
        case Row(items):
            return "".join(" " * p.gap + p.text for p in arrange(items, look, tight=tight))
        case Fraction(top, bottom, line):
            return _fraction(top, bottom, look, line=line, tight=tight)
        case Script():
            return scripts_of(node, look, high=False).inline
        case Limits(Brace(base), label, other) if label is not None or other is not None:
            notes = [flat(part, look) for part in (label, other) if part is not None]
            return grouped(base, flat(base, look, tight=tight)) + f"[{'; '.join(notes)}]"
        case Limits(base, under, over):
            return scripts_of(Script(base, under, over), look, high=False).inline
        case Root(body, index):
            return _root(body, index, look)
        case Grid():
            return "; ".join(grid_lines(node, look))
        case _:
            return _wrapped(node, look, tight=tight)


def _wrapped(node: Accent | Brace | Fence | Frame | Hidden, look: Look, *, tight: bool) -> str:
    match node:
        case Accent(base, mark):
            return _accented(flat(base, look, tight=tight), mark, look)
        case Brace(base, glyph):
            text = flat(base, look, tight=tight)
            return (
                text if glyph in "⏟⏞⏝⏜" else f"{to_ascii(glyph) if look.ascii else glyph}({text})"
            )
        case Fence("(", Fraction(top, bottom, False), ")"):
            return f"C({flat(top, look, tight=tight)}, {flat(bottom, look, tight=tight)})"
        case Fence(left, body, right):
            inside = flat(body, look, tight=tight)
            if look.ascii:
                left, right = to_ascii(left), to_ascii(right)
            if not left:
                return f"({inside}){right}" if right else inside
            return f"{left}{inside}{right or _closing(left)}"
        case Frame(body):
            return f"[{flat(body, look, tight=tight)}]"
        case Hidden():
            return ""


def _closing(left: str) -> str:
    return {"{": "}", "(": ")", "[": "]"}.get(left, "")


def grid_lines(grid: Grid, look: Look) -> list[str]:
    """Each row of a matrix or of aligned equations as one line."""
    return [_grid_line(grid, row, look) for row in grid.rows]


def _grid_line(grid: Grid, row: tuple[Node, ...], look: Look) -> str:
    line = ""
    for column, cell in enumerate(row):
        text = flat(cell, look)
        if grid.numbered and column == len(row) - 1:
            line += f"   {text}"
        elif column in grid.glued:
            line += (" " if line and text and begins_with_operator(cell) else "") + text
        else:
            line += (", " if line and text else "") + text
    return line


# Lines


def arrange(items: Sequence[Node], look: Look, *, tight: bool) -> list[Placed]:
    """The items of a line with their texts and the room between them."""
    placed: list[Placed] = []
    room = 0
    for item in items:
        if isinstance(item, Space):
            room = max(room, item.cells if not tight else item.cells // SEPARATED)
            continue
        text = flat(item, look, tight=tight)
        if not text and not isinstance(item, Hidden):
            continue
        kind = class_of(item, text)
        if kind is Kind.BINARY and is_prefix(placed):
            kind = Kind.OPEN
        gap = max(room, gap_before(placed[-1], text, kind, tight=tight)) if placed else 0
        placed.append(Placed(item, text, kind, gap))
        room = 0
    return settled(placed)


def _fraction(top: Node, bottom: Node, look: Look, *, line: bool, tight: bool) -> str:
    above, below = flat(top, look, tight=tight), flat(bottom, look, tight=tight)
    if not line:
        return f"{above} over {below}"
    if not is_product(above):
        above = f"({above})"
    if not (is_factor(bottom) and is_product(below)) and not is_call(below):
        below = f"({below})"
    return f"{above}/{below}"


def _root(body: Node, index: Node | None, look: Look) -> str:
    inside = flat(body, look)
    simple = isinstance(body, Atom) or (isinstance(body, Script) and body.sup is None)
    grouped = inside if simple and is_product(inside) and not look.ascii else f"({inside})"
    if index is None:
        return ("sqrt" if look.ascii else "√") + grouped
    small = None if look.ascii else superscript(flat(index, look, tight=True))
    if small is None:
        return f"root[{flat(index, look, tight=True)}]({inside})"
    return f"{small}√{grouped}"


def _accented(text: str, mark: str, look: Look) -> str:
    letters = sum(not unicodedata.combining(character) for character in text)
    if look.ascii or (letters != 1 and mark != "\u0336"):
        return f"{ACCENT_NAMES.get(mark, 'mark')}({text})"
    marked = "".join(c if c == " " else c + mark for c in text) if letters > 1 else text + mark
    return unicodedata.normalize("NFC", marked)


def _script_base(base: Node, look: Look) -> str:
    text = flat(base, look)
    bar_only = isinstance(base, Fence) and not base.left and bool(base.right)
    return text if bar_only else grouped(base, text)


@dataclass(frozen=True, slots=True)
class Scripts:
    """How the index and the exponent of a base are written.

    `inline` is the base with what stays in its line; `raised` and `dropped` are the texts that go
    above and below it. `index` and `exponent` are the whole texts, `small_sub` and `small_sup`
    their small forms; all of them are empty where there is none.
    """

    inline: str
    raised: str
    dropped: str
    index: str
    exponent: str
    small_sub: str
    small_sup: str


def scripts_of(node: Script, look: Look, *, high: bool = True) -> Scripts:
    """The index and the exponent of a base; `high` allows lines above and below."""
    base = _script_base(node.base, look)
    below = "" if node.sub is None else flat(node.sub, look, tight=True)
    above = "" if node.sup is None else flat(node.sup, look, tight=True)
    small_sub = "" if node.sub is None else _small_index(base, node.sub, below, look)
    small_sup = _small_exponent(base, above, look)
    index, dropped = small_sub, ""
    if below and not small_sub:
        dropped = below if high and cell_len(below) > _SHORT_INDEX else ""
        index = "" if dropped else "_" + (below if _is_index(below) else f"({below})")
    exponent, raised = small_sup, ""
    if node.sup is not None and above and not small_sup:
        word = _is_exponent(base, node.sup, above)
        raised = "" if word or not high else above
        exponent = "" if raised else "^" + (above if word else f"({above})")
    # An exponent stands before a long index: ‖x‖²_F, since x_F² could be x with index F².
    swapped = bool(small_sup) and not small_sub
    inline = base + (exponent + index if swapped else index + exponent)
    return Scripts(inline, raised, dropped, below, above, small_sub, small_sup)


def _is_word(text: str) -> bool:
    """True for letters and digits of full size, or one symbol of any kind."""
    if len(text) == 1:
        return text not in "()[]{}_^" and not text.isspace()
    return all(c == "." or (c.isalnum() and unicodedata.category(c) not in _SMALL) for c in text)


def _is_index(text: str) -> bool:
    return _is_word(text) or (len(text) > 1 and text[0] in "<>≤≥≠−+" and _is_word(text[1:]))


def _is_exponent(base: str, node: Node, text: str) -> bool:
    """True if `^` can bind the text as it stands: W^QK, but 2^(Nd), which is no name."""
    one = isinstance(node, Atom) or len(text) == 1
    return _is_word(text) and (one or base[-1:].isupper())


def _small_index(base: str, node: Node, text: str, look: Look) -> str:
    if look.ascii or (base in look.subs and any(character.isalpha() for character in text)):
        return ""
    return _small_sub(node, text) or ""


def _small_sub(node: Node, text: str) -> str | None:
    word = isinstance(node, Atom) and len(text) > 1 and not text.isdecimal()
    named = text.isalpha() and not _INDICES.issuperset(text)
    return None if word or named else subscript(text)


def _small_exponent(base: str, text: str, look: Look) -> str:
    if look.ascii:
        return text if text and set(text) <= set("'*") else ""
    if base in look.sups and any(character.isalpha() for character in text):
        return ""
    return superscript(text) or ""
