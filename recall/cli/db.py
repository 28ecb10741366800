"""`recall db`: the store itself."""

import click

from recall.cli.context import Context, pass_context


@click.group()
def db() -> None:
    """The store: bring it up to date."""


@db.command()
@pass_context
def upgrade(context: Context) -> None:
    """Bring the store to the schema of this version, with a backup first.

    Every command that writes does so by itself; this is for whoever wants to choose the moment, as
    for a server that a class shares. A store that is not there yet is made.
    """
    with context.store() as store:
        click.echo("The store was upgraded." if store.upgraded else "The store is up to date.")
