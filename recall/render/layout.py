"""A formula in two dimensions: fractions over bars, limits over and under, matrices, cases.

Indices, exponents and limits are always one line high: nested smaller type does not exist on a
terminal, and a line such as `zᵢ/T` reads better than a stack of half-empty rows.
"""

from collections.abc import Sequence

from recall.render.flat import (
    Look,
    arrange,
    flat,
    scripts_of,
)
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
    children_of,
    items_of,
)
from recall.render.grid import Box, aligned, beside, blank, delimiter, line, stacked, widened
from recall.render.grouping import grouped
from recall.render.spacing import Placed, begins_with_operator
from recall.render.symbols import Kind

_COLUMN_GAP = 2
_NUMBER_GAP = 4
_MAX_CELLS = 2_500
_DRAWN = {"\u0304": "_", "\u0332": "‾", "\u0302": "^", "\u0303": "~"}
"""Marks that can be drawn over (under) a wide base: a line, or a sign in its middle."""
_ARROWS = {"→": "─→", "⟶": "─→", "←": "←─", "⟵": "←─", "⇒": "═⇒", "⟹": "═⇒", "↔": "←─→"}
_BRACES = {"⏟": "╰─┬╯", "⏞": "╭─┴╮", "⏝": "╰──╯", "⏜": "╭──╮"}


def box_of(node: Node, look: Look) -> Box:
    """The node in two dimensions; what fits in one line stays in one line."""
    if not _is_tall(node, look):
        return line(flat(node, look))
    match node:
        case Row(items):
            return row_box(arrange(items, look, tight=False), look)
        case Fraction(top, bottom, ruled):
            return _fraction(box_of(top, look), box_of(bottom, look), ruled=ruled)
        case Script(base):
            return _script(node, base, look)
        case Limits(base, under, over):
            return _limits(base, under, over, look)
        case Root(body, index):
            return _root(box_of(body, look), "" if index is None else flat(index, look, tight=True))
        case Fence(left, body, right):
            return _fence(left, body, right, look)
        case Grid():
            return _grid(node, look, 0)
        case _:
            return _decorated(node, look)


def _is_tall(node: Node, look: Look) -> bool:
    match node:
        case Fraction() | Limits() | Frame() | Brace():
            return True
        case Grid(rows, aligns):
            return len(rows) * len(aligns) <= _MAX_CELLS
        case Script(base):
            parts = scripts_of(node, look)
            return bool(parts.raised or parts.dropped) or _is_tall(base, look)
        case Accent(base, mark) if mark in _DRAWN and len(items_of(base)) > 1:
            return True
        case _:
            return any(_is_tall(child, look) for child in children_of(node))


def row_box(placed: Sequence[Placed], look: Look) -> Box:
    """Things in one line; delimiters between them (`\\middle`) grow with the tallest."""
    boxes = [
        line(p.text)
        if p.kind is Kind.MIDDLE
        else box_of(p.node, look)
        if _is_tall(p.node, look)
        else line(p.text)
        for p in placed
    ]
    above = max((box.base for box in boxes), default=0)
    height = above + 1 + max((box.below for box in boxes), default=0)
    columns: list[Box] = []
    for index, (item, box) in enumerate(zip(placed, boxes, strict=True)):
        gap = _room(placed, index) if index else 0
        columns.append(line(" " * gap))
        columns.append(delimiter(item.text, height, above) if item.kind is Kind.MIDDLE else box)
    return beside(columns)


def _room(placed: Sequence[Placed], index: int) -> int:
    """Cells before an item; a fraction bar keeps clear of letters, minus signs and other bars."""
    before, item = placed[index - 1], placed[index]
    if isinstance(item.node, Fraction):
        touches = before.kind is not Kind.OPEN or before.text in "+−±∓"
        return max(item.gap, int(touches))
    if isinstance(before.node, Fraction):
        return max(item.gap, int(item.kind not in {Kind.CLOSE, Kind.PUNCTUATION}))
    return item.gap


def _fraction(top: Box, bottom: Box, *, ruled: bool) -> Box:
    width = max(top.width, bottom.width)
    if not ruled:
        rows = stacked([top, bottom], 0)
        return Box(rows.rows, (rows.height - 1) // 2)
    width += 2 if top.height > 1 or bottom.height > 1 else 0
    return stacked([top, line("─" * width), bottom], 1)


def _script(node: Script, base: Node, look: Look) -> Box:
    parts = scripts_of(node, look)
    tall = _is_tall(base, look)
    apart = tall and not isinstance(base, Fence) and grouped(base, "x") != "x"
    shown = box_of(Fence("(", base, ")") if apart else base, look)
    if not tall:
        column = [line(text) for text in (parts.raised, " ", parts.dropped) if text]
        beneath = stacked(column, 1 if parts.raised else 0, "l")
        return beside([line(parts.inline), beneath])
    above = parts.small_sup or parts.raised or parts.exponent
    below = parts.small_sub or parts.dropped or parts.index
    rows = [""] * shown.height
    rows[0] = above
    rows[-1] = below if shown.height > 1 else above + below
    width = max(line(text).width for text in rows)
    return beside([shown, Box(tuple(aligned(text, width, "l") for text in rows), shown.base)])


def _limits(base: Node, under: Node | None, over: Node | None, look: Look) -> Box:
    above, below = (
        None if part is None else line(flat(part, look, tight=True)) for part in (over, under)
    )
    shown = box_of(base, look)
    if isinstance(base, Atom) and base.text in _ARROWS:
        shown = line(_arrow(base.text, max(part.width for part in (above, below) if part) + 2))
    boxes = [part for part in (above, shown, below) if part is not None]
    return stacked(boxes, 0 if above is None else 1)


def _arrow(symbol: str, width: int) -> str:
    drawn = _ARROWS[symbol]
    shaft = "═" if "═" in drawn else "─"
    left, _, right = drawn.partition(shaft)
    return left + shaft * max(1, width - len(left) - len(right)) + right


def _root(body: Box, index: str) -> Box:
    left = [" │"] * (body.height - 1) + ["╲│"]
    rows = [
        " ┌" + "─" * body.width,
        *(mark + row for mark, row in zip(left, body.rows, strict=True)),
    ]
    root = Box(tuple(rows), body.base + 1)
    if not index:
        return root
    beside_hook = Box(("",) * (root.height - 1) + (index,), root.base)
    return beside([widened(beside_hook, line(index).width, "l"), root])


def _fence(left: str, body: Node, right: str, look: Look) -> Box:
    if isinstance(body, Grid):
        cases = left == "{" and not right
        inside = _grid(body, look, int(cases and len(body.rows) == 2))
        inside = beside([line(" "), inside]) if cases else inside
    else:
        inside = box_of(body, look)
    sides = [
        delimiter(symbol, inside.height, inside.base) if symbol else line("")
        for symbol in (left, right)
    ]
    return beside([sides[0], inside, sides[1]])


def _grid(grid: Grid, look: Look, spread: int) -> Box:
    columns = len(grid.aligns)
    cells = [[box_of(cell, look) for cell in row] for row in grid.rows]
    cells = [row + [line("")] * (columns - len(row)) for row in cells]
    widths = [max(row[column].width for row in cells) for column in range(columns)]
    gaps = [_grid_gap(grid, column) for column in range(columns)]
    lines = []
    for row in cells:
        parts: list[Box] = []
        for column, cell in enumerate(row):
            parts += [line(" " * gaps[column]), widened(cell, widths[column], grid.aligns[column])]
        lines.append(beside(parts))
    between = spread or int(any(box.height > 1 for box in lines))
    boxes = [lines[0]] if lines else [line("")]
    for box in lines[1:]:
        boxes += [line("")] * between + [box]
    whole = stacked(boxes, 0, "l")
    return Box(whole.rows, (whole.height - 1) // 2)


def _grid_gap(grid: Grid, column: int) -> int:
    if column == 0:
        return 0
    if grid.numbered and column == len(grid.aligns) - 1:
        return _NUMBER_GAP
    if column not in grid.glued:
        return _COLUMN_GAP
    return int(any(begins_with_operator(row[column]) for row in grid.rows if column < len(row)))


def _decorated(node: Accent | Brace | Frame | Hidden | Node, look: Look) -> Box:
    match node:
        case Accent(base, mark):
            return _accent(box_of(base, look), mark)
        case Brace(base, glyph, under):
            body = box_of(base, look)
            body = widened(body, max(3, body.width), "c")
            drawn = line(_wide(glyph, body.width))
            return stacked([body, drawn] if under else [drawn, body], 0 if under else 1)
        case Frame(body):
            inside = beside([line(" "), box_of(body, look), line(" ")])
            bar = "─" * inside.width
            rows = (f"┌{bar}┐", *(f"│{row}│" for row in inside.rows), f"└{bar}┘")
            return Box(rows, inside.base + 1)
        case Hidden(body):
            return blank(box_of(body, look))
        case _:
            return line(flat(node, look))


def _accent(body: Box, mark: str) -> Box:
    sign = _DRAWN.get(mark)
    if sign is None:
        return beside([line("("), body, line(")" + mark)])
    drawn = line(sign * body.width if sign in "_‾" else sign)
    return stacked([body, drawn] if sign == "‾" else [drawn, body], 0 if sign == "‾" else 1)


def _wide(glyph: str, width: int) -> str:
    if glyph in _ARROWS:
        return _arrow(glyph, width)
    left, shaft, middle, right = tuple(_BRACES.get(glyph, "────"))
    half = (width - 3) // 2
    return left + shaft * half + middle + shaft * (width - 3 - half) + right
