"""`recall path`."""

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size

import click
from rich.cells import chop_cells

from recall.app.choosing import Choice
from recall.app.pathway import DeckStep, NoteStep, PillarStep, Standing, pathway
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.model.card import Json
from recall.render.cells import cell_len

MARKS = {
    Standing.MATURE: "●",
    Standing.YOUNG: "◐",
    Standing.LEARNING: "◔",
    Standing.OPEN: "○",
    Standing.LOCKED: "–",
}
ASCII_MARKS = dict(zip(MARKS, "#+~o-", strict=True))
BRANCHES = ("├─ ", "└─ ", "│  ", "   ")
ASCII_BRANCHES = ("|- ", "`- ", "|  ", "   ")


@click.command()
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--pillar", "pillars", multiple=True, metavar="P", help="Only this pillar.")
@click.option("--notes", is_flag=True, help="Every note, not only those of what is named.")
@click.option("--lang", help="Language of the titles, such as zh.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (path/1).")
@pass_context
def path(
    context: Context,
    decks: tuple[str, ...],
    *,
    pillars: tuple[str, ...],
    notes: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """The learning path: pillars, decks and notes, with how far each is known.

    The percentage is mastery: what could be recalled today, new notes counting as nothing. Notes
    are shown of the decks and pillars that are named, or with --notes of all.
    """
    with context.desk(lang=lang) as desk:
        found = pathway(desk, Choice(decks=decks, pillars=pillars))
        tree = Tree(desk.lang, plain=desk.settings.plain)
    if as_json:
        echo_json("path/1", {"pillars": [_pillar(pillar) for pillar in found]})
        return
    for line in tree.lines(found, notes=notes or bool(decks or pillars)):
        click.echo(line)


class Tree:
    """Draws the path as a tree, as wide as the terminal."""

    def __init__(self, lang: str | None, *, plain: bool) -> None:
        self._lang, self._plain = lang, plain
        self._marks = ASCII_MARKS if plain else MARKS
        self._branches = ASCII_BRANCHES if plain else BRANCHES
        self._width = min(100, get_terminal_size().columns)

    def lines(self, pillars: Sequence[PillarStep], *, notes: bool) -> Iterator[str]:
        """The tree, and a line that tells what the marks mean."""
        for pillar in pillars:
            yield self._line("", pillar.title, pillar.notes, pillar.mastery)
            for index, deck in enumerate(pillar.decks):
                last = index == len(pillar.decks) - 1
                yield from self._deck(deck, last=last, notes=notes)
        legend = [
            f"{mark} {texts.say(self._lang, f'standing_{standing}')}"
            for standing, mark in self._marks.items()
        ]
        yield ""
        yield from texts.packed(legend, self._width, dot="; " if self._plain else " · ")

    def _deck(self, deck: DeckStep, *, last: bool, notes: bool) -> Iterator[str]:
        tee, corner, down, nothing = self._branches
        yield self._line(corner if last else tee, deck.title, deck.notes, deck.mastery)
        if not notes:
            return
        lead = nothing if last else down
        for note in deck.notes:
            yield from self._note(lead, note)

    def _note(self, lead: str, note: NoteStep) -> Iterator[str]:
        share = f"{note.mastery:>5.0%}" if note.mastery else ""
        head = f"{lead}{self._marks[note.standing]} "
        room = self._width - cell_len(head) - len(share)
        title = _cut(note.title, room)
        yield f"{head}{title}{' ' * (room - cell_len(title))}{share}".rstrip()
        if note.waits_for:
            waits = texts.say(self._lang, "waits_for", notes=", ".join(note.waits_for))
            for part in chop_cells(waits, max(10, self._width - cell_len(lead) - 4)):
                yield f"{lead}    {part}"

    def _line(self, lead: str, title: str, notes: Sequence[NoteStep], mastery: float) -> str:
        """A pillar or a deck: title, notes by mark, mastery."""
        counts = [
            f"{mark}{sum(note.standing is standing for note in notes)}"
            for standing, mark in self._marks.items()
            if any(note.standing is standing for note in notes)
        ]
        right = f"  {' '.join(counts)} {mastery:>5.0%}"
        room = self._width - cell_len(lead) - cell_len(right)
        if room < 12:
            room = self._width - cell_len(lead) - 6
            right = f" {mastery:>5.0%}"
        title = _cut(title, room)
        return f"{lead}{title}{' ' * max(0, room - cell_len(title))}{right}"


def _cut(text: str, room: int) -> str:
    """The text, or as much of it as fits with an ellipsis."""
    if cell_len(text) <= room:
        return text
    return (chop_cells(text, max(1, room - 3)) or [""])[0] + "..."


def _pillar(pillar: PillarStep) -> Json:
    return {
        "pillar": pillar.pillar,
        "title": pillar.title,
        "mastery": pillar.mastery,
        "mature": _mature(pillar.notes),
        "decks": [
            {
                "deck": deck.deck,
                "title": deck.title,
                "mastery": deck.mastery,
                "mature": _mature(deck.notes),
                "notes": [
                    {
                        "note": note.note,
                        "title": note.title,
                        "standing": str(note.standing),
                        "mastery": note.mastery,
                        "waits_for": list(note.waits_for),
                    }
                    for note in deck.notes
                ],
            }
            for deck in pillar.decks
        ],
    }


def _mature(notes: Sequence[NoteStep]) -> float:
    """The share of notes with a stability above 21 days."""
    return sum(n.standing is Standing.MATURE for n in notes) / len(notes) if notes else 0.0
