"""`recall import`."""

from pathlib import Path

import click

from recall.app.importing import import_anki, import_journal
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk


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


@import_.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--dry-run", is_flag=True, help="Only say what would be merged.")
@pass_context
def anki(context: Context, file: Path, dry_run: bool) -> None:
    """Merge the answers given in Anki to cards that recall exported.

    FILE is an .apkg or .colpkg that Anki exported with scheduling, or the collection.anki2 of an
    Anki that is closed. A card is then due on the day that Anki promised. Importing again adds only
    what is new.
    """
    with context.desk() as desk:
        found = import_anki(desk, file, write=not dry_run)
    if not found.answers:
        click.echo(f"{count(found.cards, 'card', 'cards')} of recall, and no answer to any.")
        talk("In Anki's export dialogue tick “Include scheduling information”.")
        return
    new = "would be new" if dry_run else "new"
    answers = count(found.answers, "answer", "answers")
    click.echo(f"{answers} to {count(found.cards, 'card', 'cards')}, {found.added} {new}.")
