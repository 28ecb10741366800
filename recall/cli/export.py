"""`recall export`."""

from pathlib import Path

import click

from recall.app.exporting import to_anki
from recall.app.journal import export_journal, write_atomically
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def export() -> None:
    """Write cards or the journal for other programs."""


@export.command()
@click.argument("out", metavar="OUT.apkg", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--lang", help="Language of the cards, such as zh.")
@click.option("--pillar", "pillars", multiple=True, help="Only this pillar (may be repeated).")
@click.option("--force", is_flag=True, help="Overwrite a file that is not an export of ours.")
@pass_context
def anki(
    context: Context, out: Path, *, lang: str | None, pillars: tuple[str, ...], force: bool
) -> None:
    """Write all cards as an Anki package.

    Import it again after every change: Anki updates the notes and keeps their progress. Numeric
    problems show the numbers of one variant.
    """
    with context.desk(lang=lang) as desk:
        done = to_anki(desk, out, lang=desk.lang, pillars=pillars, force=force)
    click.echo(f"{out}: {count(done.notes, 'note')}, {count(done.cards, 'card')}.")
    if done.compared:
        kinds = done.compared
        talk(f"Since the last export: {kinds.new} new, {kinds.changed} changed.")


@export.command()
@click.argument("out", required=False, type=click.Path(path_type=Path, dir_okay=False))
@pass_context
def journal(context: Context, out: Path | None) -> None:
    """Write the review journal as JSON Lines, to OUT or to standard output."""
    with context.desk(compile_first=False) as desk:
        lines = export_journal(desk)
        if out is None:
            for line in lines:
                click.echo(line)
            return
        written = write_atomically(out, lines)
    talk(f"{out}: {count(written, 'entry', 'entries')}.")
