"""`recall undo`."""

import click

from recall.cli.context import Context, pass_context
from recall.model.journal import Review


@click.command()
@pass_context
def undo(context: Context) -> None:
    """Take the last journal entry back; again for the one before.

    Nothing is deleted: the journal gets an entry that says so.
    """
    with context.desk(compile_first=False) as desk:
        entry = desk.take_back()
        if entry is None:
            click.echo("There is nothing to undo.")
            return
        with desk.store.read() as tx:
            state = tx.state(entry.learner, entry.card)
    what = type(entry.event).__name__.lower()
    if isinstance(entry.event, Review):
        what = f"the review rated {entry.event.rating.name.lower()}"
    click.echo(f"Undone: {what} of {entry.card}, which is {state.phase} again.")
