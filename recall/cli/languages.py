"""`recall show --lang en,zh`: a card in several languages."""

from typing import TYPE_CHECKING

from recall.cli.cards import card_named, state_of
from recall.cli.context import Context
from recall.cli.output import console, talk
from recall.cli.view import View
from recall.errors import UsageError
from recall.model.card import Card
from recall.model.memory import CardState
from recall.model.question import Question

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SIDE_BY_SIDE = 120
"""From this width on (cells), two languages stand side by side."""
_GAP = 4


def show_languages(
    context: Context, wanted: str, langs: str, *, settings: tuple[str, ...], variant: int | None
) -> None:
    """Print a card in each language of a list such as `en,zh`; one it lacks is named."""
    from recall.cli.show import question_of

    with context.desk() as desk:
        card = card_named(desk, wanted)
        state = state_of(desk, card)
        asked: list[tuple[str, Question]] = []
        for lang in _langs(langs):
            if lang != card.lang and lang not in card.translations:
                talk(f"{card.note} has no words in {lang}.")
                continue
            desk.lang = lang
            asked.append((lang, question_of(desk, card, settings, variant)[0]))
    if not asked:
        known = ", ".join((card.lang, *card.translations))
        raise UsageError(f"{card.note} is in none of these languages", f"It is in: {known}.")
    out = console(color=context.color)
    if len(asked) == 2 and out.width >= SIDE_BY_SIDE:
        _columns(out, card, state, asked, color=context.color)
    else:
        for lang, question in asked:
            _print(out, card, state, lang, question)


def _langs(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lang.strip() for lang in text.split(",") if lang.strip()))


def _print(out: "Console", card: Card, state: CardState, lang: str, question: Question) -> None:
    from recall.cli.show import print_card

    print_card(View(out, lang=lang, quiet=True), card, state, question)


def _columns(
    out: "Console",
    card: Card,
    state: CardState,
    asked: list[tuple[str, Question]],
    *,
    color: bool,
) -> None:
    from rich.table import Table

    width = (out.width - _GAP) // 2
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    cells: list[Text] = []
    for lang, question in asked:
        grid.add_column(width=width, no_wrap=True)
        cells.append(_cell(card, state, lang, question, width=width, color=color))
    grid.add_row(*cells)
    out.print(grid)


def _cell(
    card: Card, state: CardState, lang: str, question: Question, *, width: int, color: bool
) -> "Text":
    from rich.text import Text

    narrow = console(color=color)
    narrow.width = width
    with narrow.capture() as capture:
        _print(narrow, card, state, lang, question)
    return Text.from_ansi(capture.get().rstrip("\n"))
