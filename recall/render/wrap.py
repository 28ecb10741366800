"""Breaking lines for terminals, by cells: at spaces and between CJK characters."""

from recall.render.cells import cell_len

_NO_START = frozenset("，。、；：！？）】》〉」』〕］｝”’…—·％‰°!?,.:;)]}%")
"""Characters that must not begin a line (CJK typesetting rules)."""
_NO_END = frozenset("（【《〈「『〔［｛“‘([{$#")
"""Characters that must not end a line."""
_SOFT = frozenset(" ,;([{|&")
GLUE = "\N{NO-BREAK SPACE}"
_BLANKS = (" ", GLUE)
_JOINER = "\N{ZERO WIDTH JOINER}"


def breaks(text: str, width: int, *, first: int | None = None) -> list[tuple[int, int]]:
    """The lines of a text as (start, end) offsets, spaces at the breaks left out.

    `first` is the width of the first line where it differs. No-break spaces hold their neighbours
    together where a line is wide enough. A word wider than a line is cut where the line is full:
    nothing is ever lost.
    """
    ends, cells = _clusters(text)
    lines: list[tuple[int, int]] = []
    index, room = 0, width if first is None else first
    while index < len(ends):
        after = _line_end(text, ends, cells, index, max(1, room))
        begin, end = ends[index - 1] if index else 0, ends[after - 1]
        lines.append((begin, begin + len(text[begin:end].rstrip(" " + GLUE))))
        while after < len(ends) and text[ends[after - 1] : ends[after]] in _BLANKS:
            after += 1
        index, room = after, width
    return lines or [(0, 0)]


def fold(text: str, width: int, *, indent: int = 0) -> list[str]:
    """The text in lines of at most `width` cells; lines after the first are indented."""
    indent = min(indent, max(0, width - 2))
    spans = breaks(text, width - indent, first=width)
    pieces = [text[start:end].replace(GLUE, " ") for start, end in spans]
    return [piece if not i else " " * indent + piece for i, piece in enumerate(pieces)]


def chop(text: str, width: int, *, first: int | None = None) -> list[tuple[int, int]]:
    """The text cut where a line is full, as (start, end) offsets, every character kept: for code.

    A cut stands after a space, comma or bracket if there is one in the second half of the line.
    """
    ends, cells = _clusters(text)
    room = max(1, width if first is None else first)
    lines: list[tuple[int, int]] = []
    index = begin = 0
    while index < len(ends):
        after, used, soft = index, 0, 0
        while after < len(ends) and (used + cells[after] <= room or after == index):
            used += cells[after]
            after += 1
            if text[ends[after - 1] - 1] in _SOFT and used > room // 2:
                soft = after
        index = after if after == len(ends) else soft or after
        lines.append((begin, ends[index - 1]))
        begin, room = ends[index - 1], max(1, width)
    return lines or [(0, 0)]


def _clusters(text: str) -> tuple[list[int], list[int]]:
    """Where the characters as a reader sees them end, and how wide each is."""
    if text.isascii():
        return list(range(1, len(text) + 1)), [1] * len(text)
    ends: list[int] = []
    cells: list[int] = []
    for position, character in enumerate(text):
        joined = position > 0 and (text[position - 1] == _JOINER or cell_len(character) == 0)
        if joined and ends:
            begin = ends[-2] if len(ends) > 1 else 0
            ends[-1] = position + 1
            cells[-1] = cell_len(text[begin : position + 1])
        else:
            ends.append(position + 1)
            cells.append(cell_len(character))
    return ends, cells


def _line_end(text: str, ends: list[int], cells: list[int], index: int, room: int) -> int:
    """The cluster before which a line that begins at cluster `index` ends."""
    used = best = glued = 0
    position = index
    while position < len(ends):
        begin = ends[position - 1] if position else 0
        if used + cells[position] > room and text[begin : ends[position]] != " ":
            return best or glued or max(position, index + 1)
        used += cells[position]
        position += 1
        if position < len(ends) and _may_break(text, begin, ends[position - 1]):
            best = position
        elif text[begin] == GLUE:
            glued = position
    return position


def _may_break(text: str, start: int, position: int) -> bool:
    """True if a line may end between the characters at `start` and at `position`."""
    left, right = text[start], text[position]
    if left == " ":
        return right != " "
    if right == " " or GLUE in (left, right) or right in _NO_START or left in _NO_END:
        return False
    return cell_len(left) == 2 or cell_len(right) == 2
