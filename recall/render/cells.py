"""How wide a text is on the terminal.

Unicode leaves the width of some characters open (“·”, “…”, Greek letters): most terminals draw
them one cell wide, some of those set up for Chinese or Japanese two. `draw_ambiguous_wide` says
that this is such a terminal; it holds for the whole process, as the terminal does.
"""

import unicodedata

from rich.cells import cell_len as _cell_len

_ambiguous_wide = False


def draw_ambiguous_wide(wide: bool = True) -> None:  # a switch
    """Count characters of ambiguous width as two cells from now on (or again as one)."""
    global _ambiguous_wide  # one process, one terminal
    _ambiguous_wide = wide


def cell_len(text: str) -> int:
    """The cells that a text takes on one line."""
    cells = _cell_len(text)
    if _ambiguous_wide and not text.isascii():
        cells += sum(unicodedata.east_asian_width(character) == "A" for character in text)
    return cells
