"""`recall import`."""

from pathlib import Path

import click

from recall.app.journal import import_journal
from recall.cli.context import Context, pass_context
from recall.cli.output import count


@click.group("import", context_settings={"help_option_names": ["-h", "--help"]})
def import_() -> None:
    """Merge what another store or program wrote."""


@import_.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@pass_context
def journal(context: Context, file: Path) -> None:
    """Merge a journal file: the union of both, then every state anew.

    Importing a file twice adds nothing. A bad line is named and nothing is imported.
    """
    with context.desk() as desk:
        total, added = import_journal(desk, file)
    click.echo(f"{count(total, 'entry', 'entries')} read, {added} new.")
