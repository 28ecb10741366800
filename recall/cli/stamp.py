"""`recall stamp`."""

from pathlib import Path

import click

from recall.app.stamping import Stamped, stamp_decks
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--translations", is_flag=True, help="Also record which text translations are of.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@pass_context
def stamp(context: Context, paths: tuple[Path, ...], *, translations: bool, dry_run: bool) -> None:
    """Write ids and cloze numbers into the decks, so that every edit keeps the history.

    Without PATH: all decks of the workspace. Ids and numbers are those that the store knows, else
    those that compile would give. Text is only inserted, nothing is changed or removed; a second
    run writes nothing. Notes with errors are left alone.

    With --translations each translated note also records the digest of its primary (`of:`): do
    this when the words are up to date. A digest that is there is never overwritten.
    """
    done = stamp_decks(context.workspace, paths, translations=translations, write=not dry_run)
    if dry_run:
        for file in done.files:
            for line, text in file.insertions:
                click.echo(f"{file.path}:{line}: {text}")
    else:
        for file in done.files:
            click.echo(f"{file.path}: {_sums([text for _, text in file.insertions])}")
    _talk(done, dry_run=dry_run)


def _talk(done: Stamped, *, dry_run: bool) -> None:
    if not done.files:
        talk("Nothing to stamp: every good note has its id and its numbers.")
    elif dry_run:
        talk("Nothing was written. Without --dry-run these texts are inserted.")
    if done.has_errors:
        talk("Notes with errors were left alone: `recall check` shows them.")


def _sums(texts: list[str]) -> str:
    """`3 ids, 1 cloze number`."""
    ids = sum(text.startswith("<!-- id:") for text in texts)
    numbers = sum(text.startswith("<!--c") for text in texts)
    kinds = ((ids, "id"), (numbers, "cloze number"), (len(texts) - ids - numbers, "digest"))
    return ", ".join(count(number, name) for number, name in kinds if number)
