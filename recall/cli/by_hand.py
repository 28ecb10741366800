"""`recall suspend`, `resume`, `bury`, `unbury`, `reset`, `flag`, `set-due`: entries by hand."""

import re
from datetime import date

import click

from recall.app.journal import write_by_hand
from recall.app.lookup import find_card_id
from recall.cli.context import Context, pass_context
from recall.cli.output import talk
from recall.errors import UsageError
from recall.model.ids import CardId
from recall.model.journal import Bury, Event, Flag, Reset, Resume, SetDue, Suspend, Unbury
from recall.scheduling.day import date_of, day_of


def _command(name: str, event: Event, done: str, help_: str) -> click.Command:
    @click.command(name, help=help_)
    @click.argument("ids", nargs=-1, required=True, metavar="ID…")
    @pass_context
    def command(context: Context, ids: tuple[str, ...]) -> None:
        _write(context, ids, event, done)

    return command


def _write(context: Context, ids: tuple[str, ...], event: Event, done: str) -> None:
    """Append the event for each card and say what came of it."""
    with context.desk() as desk:
        with desk.store.read() as tx:
            known = tx.card_ids()
        cards = [card for wanted in ids for card in _cards(wanted, known)]
        written = write_by_hand(desk, cards, event)
    for card, state in written:
        click.echo(f"{card}: {done}" if state else f"{card}: nothing to change")
    changed = sum(state is not None for _, state in written)
    if changed:
        talk(f"`recall undo` takes this back{', one card at a time' if changed > 1 else ''}.")


def _cards(wanted: str, known: tuple[CardId, ...]) -> list[CardId]:
    """The card of that id, or all cards of a note of that id."""
    siblings = [card for card in known if card.startswith(f"{wanted}/")]
    return siblings or [find_card_id(wanted, known)]


suspend = _command(
    "suspend", Suspend(), "suspended", "Do not ask these cards until they are resumed."
)
resume = _command("resume", Resume(), "resumed", "End the suspension of these cards.")
bury = _command("bury", Bury(), "buried until the next study day", "Do not ask these cards today.")
unbury = _command("unbury", Unbury(), "unburied", "End the burial of these cards.")
reset = _command(
    "reset", Reset(), "new again", "Make these cards new again; their history stays in the journal."
)
flag = _command("flag", Flag(True), "flagged", "Mark these cards, to mend them or to ask.")
unflag = _command("unflag", Flag(False), "no longer flagged", "Take the mark off these cards.")

_IN_DAYS = re.compile(r"\+(\d{1,5})")


@click.command("set-due")
@click.argument("ids", nargs=-1, required=True, metavar="ID…")
@click.argument("when", metavar="WHEN")
@pass_context
def set_due(context: Context, ids: tuple[str, ...], when: str) -> None:
    """Choose the day these cards are due; what is remembered of them stays.

    WHEN is a date, `today`, or +N for N days from today. A new card stays new and waits.
    """
    day = _day(when, today=context.workspace.now().day)
    _write(context, ids, SetDue(day), f"due on {date_of(day)}")


def _day(when: str, *, today: int) -> int:
    """The study day that is meant. Raises UsageError."""
    later = _IN_DAYS.fullmatch(when)
    if when == "today" or later:
        return today + int(later[1] if later else 0)
    try:
        day = day_of(date.fromisoformat(when))
    except ValueError:
        message = f"“{when}” is no day"
        raise UsageError(message, "Write a date such as 2027-03-01, or +3.") from None
    if day < today:
        raise UsageError(f"{when} is over", "Write today, a later date, or +N.")
    return day
