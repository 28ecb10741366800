"""`recall fmt`."""

from pathlib import Path

import click

from recall.app.formatting import format_decks
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk

UNFORMATTED = 3


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 3 if files differ.")
@pass_context
def fmt(context: Context, paths: tuple[Path, ...], *, only_check: bool) -> int:
    """Write recall's own constructs in one spelling, and touch nothing else.

    Without PATH: all decks of the workspace. The id comment goes right under its heading, labels
    get their usual spelling, parts one blank line around them, right options `[x]`. No id, no
    digest and no card changes. Prints the files that were (or with --check would be) changed.
    """
    done = format_decks(context.workspace, paths, write=not only_check)
    for path in done.changed:
        click.echo(path)
    verb = "would change" if only_check else "changed"
    talk(f"{count(done.files, 'file')}, {len(done.changed)} {verb}.")
    return UNFORMATTED if only_check and done.changed else 0
