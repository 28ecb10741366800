"""`recall suspend`, `resume`, `bury`, `unbury`, `reset`: journal entries by hand."""

import click

from recall.app.journal import write_by_hand
from recall.app.lookup import find_card_id
from recall.cli.context import Context, pass_context
from recall.cli.output import talk
from recall.model.ids import CardId
from recall.model.journal import Bury, Event, Reset, Resume, Suspend, Unbury


def _command(name: str, event: Event, done: str, help_: str) -> click.Command:
    @click.command(name, help=help_)
    @click.argument("ids", nargs=-1, required=True, metavar="ID…")
    @pass_context
    def command(context: Context, ids: tuple[str, ...]) -> None:
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

    return command


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
