"""Deck Markdown on a terminal, as a learner reads it."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

from recall.deck.markdown import tokens
from recall.render.blocks import Page
from recall.render.cells import cell_len

_NARROWEST = 8
"""Cells that are always used, even where a terminal says that it has fewer."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rich renderable: lines of text that are laid out when the width is known."""

    markdown: str
    width: int
    page: Page

    def lines(self, width: int) -> list[Text]:
        """The lines, at most that wide."""
        return _lines(self.markdown, self.page, min(self.width, width))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line in self.lines(options.max_width):
            line.no_wrap, line.overflow = True, "ignore"
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max((cell_len(line.plain) for line in self.lines(options.max_width)), default=0)
        return Measurement(min(8, widest), widest)


def render(
    markdown: str,
    *,
    width: int,
    ascii: bool = False,  # noqa: A002
) -> Rendering:
    """Deck Markdown as a rich renderable that is never wider than `width` cells.

    Math is set in two dimensions where it stands alone, `==marks==` are reversed and stand between
    guillemets. `ascii` does without box drawing, for terminals that draw ambiguous characters wide.
    Never raises; nothing of the text is hidden or cut off.
    """
    return Rendering(markdown, width, Page(ascii=ascii))


def plain(
    markdown: str,
    *,
    width: int,
    ascii: bool = False,  # noqa: A002
) -> str:
    """The same without styles, for pipes and lists: lines joined by LF, none at the end."""
    page = Page(ascii=ascii, highlight=False)
    return "\n".join(line.plain for line in _lines(markdown, page, width))


def _lines(markdown: str, page: Page, width: int) -> list[Text]:
    lines = page.lines(tokens(markdown), max(_NARROWEST, width))
    for line in lines:
        line.rstrip()
    return lines
