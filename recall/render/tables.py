"""Tables: columns that wrap; where a terminal is too narrow for them, one record after another."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from recall.deck.markdown import Token
from recall.render.cells import cell_len
from recall.render.inline import DIM, one_text, wrapped

_GAP = 2
_COMFORT = 12
"""Cells up to which a column keeps its longest word whole."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of running text; `aligns` holds l, c or r for each column."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    aligns: str


def read(stream: Sequence[Token], *, ascii_only: bool) -> Table:
    """The table between its opening and its closing token."""
    rows: list[list[Text]] = []
    aligns = ""
    for token in stream:
        match token.type:
            case "tr_open":
                rows.append([])
            case "th_open":
                aligns += _align(str(token.attrs.get("style", "")))
            case "inline" if rows:
                rows[-1].append(one_text(token.children or [], ascii_only=ascii_only))
    filled = [tuple(row + [Text()] * (len(aligns) - len(row))) for row in rows]
    return Table(filled[0] if filled else (), tuple(filled[1:]), aligns)


def _align(style: str) -> str:
    if "center" in style:
        return "c"
    return "r" if "right" in style else "l"


def lay_out(table: Table, width: int, *, ascii_only: bool) -> list[Text]:
    """The table in lines of at most that many cells; nothing is cut off."""
    widths = _widths(table, width)
    if widths is None:
        return _records(table, width)
    for cell in table.head:
        cell.stylize("bold")
    lines = _row(table.head, widths, table.aligns)
    bar = "-" if ascii_only else "─"
    lines.append(Text((" " * _GAP).join(bar * size for size in widths), DIM))
    blocks = [_row(row, widths, table.aligns) for row in table.rows]
    airy = any(len(block) > 1 for block in blocks)
    for index, block in enumerate(blocks):
        lines += [Text(), *block] if airy and index else block
    return lines


def _widths(table: Table, width: int) -> list[int] | None:
    """The cells of each column; None if the table does not fit in columns."""
    columns = list(zip(table.head, *table.rows, strict=True))
    room = width - _GAP * (len(columns) - 1)
    natural = [max(1, *(_longest(cell, "\n") for cell in column)) for column in columns]
    if sum(natural) <= room:
        return natural
    least = [
        min(size, _COMFORT, max(4, *(_longest(cell, None) for cell in column)))
        for size, column in zip(natural, columns, strict=True)
    ]
    spare = room - sum(least)
    if spare < 0:
        return None
    wanted = sum(natural) - sum(least)
    shares = [
        low + spare * (high - low) // wanted for low, high in zip(least, natural, strict=True)
    ]
    for index in range(room - sum(shares)):
        shares[index % len(shares)] += 1
    return shares


def _longest(cell: Text, separator: str | None) -> int:
    return max((cell_len(part) for part in cell.plain.split(separator)), default=0)


def _row(cells: Sequence[Text], widths: Sequence[int], aligns: str) -> list[Text]:
    columns = [
        wrapped(cell, size, align=align)
        for cell, size, align in zip(cells, widths, aligns, strict=True)
    ]
    lines = []
    for index in range(max(len(column) for column in columns)):
        line = Text()
        for position, (column, size) in enumerate(zip(columns, widths, strict=True)):
            cell = column[index] if index < len(column) else Text()
            room = size - cell_len(cell.plain)
            line.append(" " * (_GAP if position else 0)).append_text(cell).append(" " * room)
        lines.append(line)
    return lines


def _records(table: Table, width: int) -> list[Text]:
    lines: list[Text] = []
    for number, row in enumerate(table.rows or (tuple(Text() for _ in table.head),)):
        if number:
            lines.append(Text())
        for name, cell in zip(table.head, row, strict=True):
            entry = Text()
            entry.append_text(_styled(name, "bold")).append(": ").append_text(cell)
            lines += wrapped(entry, width, hang=_GAP)
    return lines


def _styled(text: Text, style: str) -> Text:
    copy = text.copy()
    copy.stylize(style)
    return copy
