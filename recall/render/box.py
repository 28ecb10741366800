"""Formulas on a terminal: two-dimensional where they stand alone, one line within a text."""

from recall.render.flat import Look, arrange, flat, grid_lines, look_for
from recall.render.formula import Grid, Node, Row
from recall.render.grid import Box, aligned, beside, line, stacked
from recall.render.layout import box_of, row_box
from recall.render.mathml import MathError
from recall.render.reader import parse
from recall.render.safe import clean
from recall.render.spacing import SEPARATED, Placed
from recall.render.symbols import Kind
from recall.render.wrap import fold

_INDENT = 2


def math_problem(tex: str) -> str | None:
    """Why the formula cannot be set, in one line without a full stop; None if it can."""
    problem = parse(tex, display=False)
    return problem.message if isinstance(problem, MathError) else None


def inline_math(tex: str, *, ascii: bool = False) -> str:  # noqa: A002
    """The formula in one line, grouping kept; the TeX itself where it cannot be set."""
    node = parse(tex, display=False)
    if isinstance(node, MathError):
        return " ".join(clean(tex).split())
    return flat(node, look_for(node, ascii_only=ascii))


def display_math(
    tex: str,
    *,
    width: int,
    ascii: bool = False,  # noqa: A002
) -> tuple[str, ...]:
    """The formula as lines of equal width in cells, none wider than `width` if that is possible.

    What is too wide in two dimensions is broken before its relations and operators; where that does
    not help (and in ASCII) it becomes one line of text that wraps. TeX that cannot be set is shown
    as it is.
    """
    node = parse(tex, display=True)
    if isinstance(node, MathError):
        return _even(
            tuple(part for row in clean(tex).strip().splitlines() for part in fold(row, width))
        )
    look = look_for(node, ascii_only=ascii)
    if not ascii:
        box = box_of(node, look)
        if box.width <= width:
            return box.rows
        broken = _broken(node, look, width)
        if broken is not None:
            return broken
    lines = grid_lines(node, look) if isinstance(node, Grid) else [flat(node, look)]
    return _even(tuple(part for text in lines for part in fold(text, width, indent=_INDENT)))


def _even(rows: tuple[str, ...]) -> tuple[str, ...]:
    width = max((line(row).width for row in rows), default=0)
    return tuple(aligned(row, width, "l") for row in rows)


def _broken(node: Node, look: Look, width: int) -> tuple[str, ...] | None:
    """The formula on several lines, each in two dimensions; None if a piece is too wide."""
    if not isinstance(node, Row):
        return None
    lines: list[list[Placed]] = []
    for piece in _pieces(arrange(node.items, look, tight=False)):
        if lines and _fits(lines[-1] + piece, look, width - (_INDENT if len(lines) > 1 else 0)):
            lines[-1] += piece
        else:
            lines.append(piece)
    boxes = [row_box(placed, look) for placed in lines]
    boxes = [box if not i else beside([line(" " * _INDENT), box]) for i, box in enumerate(boxes)]
    if any(box.width > width for box in boxes):
        return None
    airy: list[Box] = []
    for index, box in enumerate(boxes):
        gap = index > 0 and max(box.height, boxes[index - 1].height) > 1
        airy += [line(""), box] if gap else [box]
    return stacked(airy, 0, "l").rows


def _fits(placed: list[Placed], look: Look, width: int) -> bool:
    return row_box(placed, look).width <= width


def _pieces(placed: list[Placed]) -> list[list[Placed]]:
    pieces: list[list[Placed]] = []
    for item in placed:
        starts = item.kind in {Kind.RELATION, Kind.BINARY} or item.gap >= SEPARATED
        if starts or not pieces:
            pieces.append([item])
        else:
            pieces[-1].append(item)
    return pieces
