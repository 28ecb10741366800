"""Boxes of characters: several lines of equal width with a baseline, and how they join."""

from collections.abc import Sequence
from dataclasses import dataclass

from recall.render.cells import cell_len


@dataclass(frozen=True, slots=True)
class Box:
    """Lines of equal width in cells; `base` is the index of the line that text stands on."""

    rows: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return cell_len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of lines."""
        return len(self.rows)

    @property
    def below(self) -> int:
        """Lines under the baseline."""
        return self.height - self.base - 1


def line(text: str) -> Box:
    """A box of one line."""
    return Box((text,))


def aligned(text: str, width: int, align: str) -> str:
    """The text in a field of that many cells: l, c or r."""
    room = max(0, width - cell_len(text))
    left = {"l": 0, "c": room // 2, "r": room}[align]
    return " " * left + text + " " * (room - left)


def widened(box: Box, width: int, align: str) -> Box:
    """The box with room at its sides."""
    return Box(tuple(aligned(row, width, align) for row in box.rows), box.base)


def blank(box: Box) -> Box:
    """Room of the same size."""
    return Box((" " * box.width,) * box.height, box.base)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes from left to right on one baseline."""
    above = max((box.base for box in boxes), default=0)
    below = max((box.below for box in boxes), default=0)
    columns = []
    for box in boxes:
        empty = " " * box.width
        columns.append((empty,) * (above - box.base) + box.rows + (empty,) * (below - box.below))
    return Box(tuple("".join(cells) for cells in zip(*columns, strict=True)) or ("",), above)


def stacked(boxes: Sequence[Box], base: int, align: str = "c") -> Box:
    """Boxes from top to bottom; the baseline is that of the box with index `base`."""
    width = max(box.width for box in boxes)
    rows = [row for box in boxes for row in widened(box, width, align).rows]
    return Box(tuple(rows), sum(box.height for box in boxes[:base]) + boxes[base].base)


_TALL = {
    "(": "⎛⎜⎜⎝", ")": "⎞⎟⎟⎠", "[": "⎡⎢⎢⎣", "]": "⎤⎥⎥⎦", "{": "⎧⎨⎪⎩", "}": "⎫⎬⎪⎭",
    "⌊": "⎢⎢⎢⎣", "⌋": "⎥⎥⎥⎦", "⌈": "⎡⎢⎢⎢", "⌉": "⎤⎥⎥⎥", "|": "││││", "‖": "║║║║",
    "∣": "││││", "∥": "║║║║",
}  # fmt: skip
"""Top, middle, extension and bottom of a delimiter that grows."""


def delimiter(symbol: str, height: int, base: int) -> Box:
    """A delimiter of that many lines."""
    if height == 1 or symbol not in _TALL:
        empty = " " * cell_len(symbol)
        return Box((empty,) * base + (symbol,) + (empty,) * (height - base - 1), base)
    top, middle, extension, bottom = tuple(_TALL[symbol])
    if height == 2:
        return Box((top, bottom), base)
    rows = [top, *[extension] * (height - 2), bottom]
    rows[min(max(base, 1), height - 2)] = middle
    return Box(tuple(rows), base)
