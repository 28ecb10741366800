"""`recall history`."""

from datetime import UTC, datetime, timedelta

import click

from recall.app import journal
from recall.app.lookup import find_card_id
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.export.jsonl import write_event, write_time
from recall.model.card import Json
from recall.model.ids import CardId
from recall.model.journal import Entry, Review
from recall.model.memory import CardState
from recall.scheduling.day import date_of


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (history/1).")
@pass_context
def history(context: Context, id_: str, *, as_json: bool) -> None:
    """The journal of a card, each entry with the state it led to.

    S is stability in days, D difficulty from 1 to 10. Entries that were undone do not count and are
    not shown.
    """
    with context.desk() as desk:
        with desk.store.read() as tx:
            known = {*tx.card_ids(), *tx.states(desk.workspace.learner)}
        card = find_card_id(id_, known)
        taken = journal.history(desk, card)
    if as_json:
        _json(card, taken)
        return
    if not taken:
        click.echo(f"{card} has not been reviewed yet.")
    for entry, state in taken:
        click.echo(f"{_local(entry)}  {_event(entry):<14}  {_state(state)}")


def _json(card: CardId, taken: tuple[tuple[Entry, CardState], ...]) -> None:
    rows: list[Json] = []
    for entry, state in taken:
        after: dict[str, Json] = {
            "phase": str(state.phase),
            "stability": state.stability,
            "difficulty": state.difficulty,
            "due_day": state.due_day,
            "interval": state.interval,
        }
        rows.append({"at": write_time(entry.at), **write_event(entry.event), "after": after})
    echo_json("history/1", {"id": card, "entries": rows})


def _local(entry: Entry) -> str:
    when = datetime.fromtimestamp(entry.at / 1000, UTC) + timedelta(minutes=entry.utc_offset)
    return when.strftime("%Y-%m-%d %H:%M")


def _event(entry: Entry) -> str:
    if isinstance(entry.event, Review):
        return f"{entry.event.rating.name.lower()} ({entry.event.outcome})"
    return type(entry.event).__name__.lower()


def _state(state: CardState) -> str:
    parts = [str(state.phase)]
    if state.stability is not None and state.difficulty is not None:
        parts += [f"S {state.stability:.2f}", f"D {state.difficulty:.2f}"]
    if state.due_at is not None and state.last_at is not None:
        parts.append(f"again in {texts.duration(state.due_at - state.last_at)}")
    elif state.due_day is not None:
        parts.append(f"due {date_of(state.due_day)} (in {texts.interval(state.interval)})")
    return " · ".join(parts)
