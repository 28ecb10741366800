"""`recall backup`."""

from pathlib import Path

import click

from recall.cli.context import Context, pass_context
from recall.errors import UsageError


@click.command()
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Overwrite TARGET.")
@pass_context
def backup(context: Context, target: Path, *, force: bool) -> None:
    """Copy the SQLite store to TARGET, whole and consistent, while it may be in use."""
    if target.exists() and not force:
        raise UsageError(f"{target} exists", "Choose another name, or add --force.")
    if target.exists() and not target.is_file():
        raise UsageError(f"{target} is no regular file", "Choose another name.")
    with context.store(create=False) as store:
        store.backup(target)
    click.echo(f"Backed up to {target}")
