"""`recall show --lang en,zh`: a card in several languages."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from recall.cli.cards import card_named, state_of
from recall.cli.context import Context
from recall.cli.output import console, talk
from recall.cli.view import View
from recall.errors import UsageError
from recall.model.card import Card, Json
from recall.model.memory import CardState
from recall.model.question import Question

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SIDE_BY_SIDE = 120
"""From this width on (cells), two languages stand side by side."""
_GAP = 4


@dataclass(frozen=True, slots=True)
class InLanguages:
    """A card, its state, and what it asks in each language, with its numbers as JSON."""

    card: Card
    state: CardState
    asked: tuple[tuple[str, Question, Json], ...]


def in_languages(
    context: Context, wanted: str, langs: str, *, settings: tuple[str, ...], variant: int | None
) -> InLanguages:
    """A card in each language of a list such as `en,zh`; one it lacks is named.

    Raises UsageError if it is in none of them.
    """
    from recall.cli.show import question_of

    with context.desk() as desk:
        card = card_named(desk, wanted)
        state = state_of(desk, card)
        asked: list[tuple[str, Question, Json]] = []
        for lang in _langs(langs):
            if lang != card.lang and lang not in card.translations:
                talk(f"{card.note} has no words in {lang}.")
                continue
            desk.lang = lang
            asked.append((lang, *question_of(desk, card, settings, variant)))
    if not asked:
        known = ", ".join((card.lang, *card.translations))
        raise UsageError(f"{card.note} is in none of these languages", f"It is in: {known}.")
    return InLanguages(card, state, tuple(asked))


def print_languages(context: Context, shown: InLanguages) -> None:
    """Print a card in its languages: two of them side by side where there is room."""
    out = console(color=context.color)
    if len(shown.asked) == 2 and out.width >= SIDE_BY_SIDE:
        _columns(out, shown, color=context.color)
    else:
        for lang, question, _ in shown.asked:
            _print(out, shown.card, shown.state, lang, question)


def _langs(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lang.strip() for lang in text.split(",") if lang.strip()))


def _print(out: "Console", card: Card, state: CardState, lang: str, question: Question) -> None:
    from recall.cli.show import print_card

    print_card(View(out, lang=lang, quiet=True), card, state, question)


def _columns(out: "Console", shown: InLanguages, *, color: bool) -> None:
    from rich.table import Table

    width = (out.width - _GAP) // 2
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    cells: list[Text] = []
    for lang, question, _ in shown.asked:
        grid.add_column(width=width, no_wrap=True)
        cells.append(_cell(shown.card, shown.state, lang, question, width=width, color=color))
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
