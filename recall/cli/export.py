"""`recall export`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

import click

from recall.app.choosing import Choice
from recall.app.exporting import Selection, to_anki, to_csv, to_html
from recall.app.journal import export_journal, write_journal
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk
from recall.diagnostics import Diagnostic

if TYPE_CHECKING:
    from recall.app.reviewing import Desk
    from recall.export.anki import ExportReport

_LONG = 2_000
"""Notes from which on an export shows how far it is."""
_LISTED = 20
_FILE = click.Path(path_type=Path, dir_okay=False)
_Command = TypeVar("_Command", bound=Callable[..., None])


class Filters(TypedDict):
    """Which cards, in which words."""

    lang: str | None
    pillars: tuple[str, ...]
    decks: tuple[str, ...]
    tags: tuple[str, ...]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def export() -> None:
    """Write cards or the journal for other programs."""


def _selects(command: _Command) -> _Command:
    """The options that choose cards and words."""
    options = (
        click.option("--lang", help="Language of the cards, such as zh; `both` shows either."),
        click.option("--pillar", "pillars", multiple=True, help="Only this pillar (repeatable)."),
        click.option("--deck", "decks", multiple=True, help="Only this deck (repeatable)."),
        click.option("--tag", "tags", multiple=True, help="Only cards with this tag (repeatable)."),
        click.option(
            "--force", is_flag=True, help="Overwrite a file that is not an export of ours."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@export.command()
@click.argument("out", metavar="OUT.apkg", type=_FILE)
@_selects
@click.option("--media/--no-media", default=True, help="With the images of the decks (default).")
@click.option("--with-progress", is_flag=True, help="With schedule, review log and parameters.")
@click.option("--no-retired", is_flag=True, help="Without notes that the decks no longer hold.")
@click.option("--dry-run", is_flag=True, help="Only say what would be written.")
@pass_context
def anki(
    context: Context,
    /,
    out: Path,
    *,
    media: bool,
    with_progress: bool,
    no_retired: bool,
    dry_run: bool,
    force: bool,
    **filters: Unpack[Filters],
) -> None:
    """Write cards as an Anki package.

    Import it again after every change: Anki updates the notes and keeps their progress. Numeric
    problems carry 40 variants and show another one each day. With --with-progress, tick “Import any
    learning progress” in Anki: it counts for notes that Anki does not have yet.
    """
    with context.desk(lang=_one_language(filters["lang"])) as desk:
        selection = _selection(desk, filters, images=media, retired=not no_retired)
        with _progress_bar(desk) as advance:
            done, problems = to_anki(
                desk,
                out,
                selection,
                with_progress=with_progress,
                force=force,
                write=not dry_run,
                advance=advance,
            )
    _tell_problems(problems)
    verb = "would hold" if dry_run else "holds"
    click.echo(f"{out} {verb} {count(done.notes, 'note')}, {count(done.cards, 'card')}.")
    if done.pictures:
        click.echo(f"{count(done.pictures, 'image')}.")
    if with_progress:
        click.echo(f"{count(done.answers, 'answer')} in the review log.")
    _tell_difference(done, names=dry_run)


@export.command()
@click.argument("out", metavar="OUT.csv", type=_FILE)
@_selects
@pass_context
def csv(context: Context, /, out: Path, *, force: bool, **filters: Unpack[Filters]) -> None:
    """Write cards as text for Anki's import, with its own note types.

    Two sides per card, without scripts and images; a numeric problem shows one variant.
    """
    with context.desk(lang=_one_language(filters["lang"])) as desk:
        notes, problems = to_csv(desk, out, _selection(desk, filters), force=force)
    _tell_problems(problems)
    click.echo(f"{out} holds {count(notes, 'note')}.")


@export.command()
@click.argument("out", metavar="OUT.html", type=_FILE)
@_selects
@pass_context
def html(context: Context, /, out: Path, *, force: bool, **filters: Unpack[Filters]) -> None:
    """Write cards as one printable page with the answers folded.

    The file needs nothing else: math is MathML, images are inside. Printing unfolds the answers.
    """
    with context.desk(lang=_one_language(filters["lang"])) as desk:
        cards, problems = to_html(desk, out, _selection(desk, filters), force=force)
    _tell_problems(problems)
    click.echo(f"{out} holds {count(cards, 'card')}.")


def _one_language(lang: str | None) -> str | None:
    return None if lang == "both" else lang


def _selection(
    desk: "Desk", filters: Filters, *, images: bool = True, retired: bool = True
) -> Selection:
    choice = Choice(filters["decks"], filters["pillars"], filters["tags"])
    lang = "both" if filters["lang"] == "both" else desk.lang
    return Selection(choice, lang, images, retired)


@contextmanager
def _progress_bar(desk: "Desk") -> Iterator[Callable[[], None]]:
    """How far the export is, on a terminal and where it takes a moment."""
    with desk.store.read() as tx:
        total = sum(present for _, present in tx.notes())
    if total <= _LONG or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=total, label="Exporting", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def _tell_problems(problems: tuple[Diagnostic, ...]) -> None:
    for problem in problems[:_LISTED]:
        talk(str(problem))
    if len(problems) > _LISTED:
        talk(f"… and {len(problems) - _LISTED} more.")
    if problems:
        talk(f"`recall explain {problems[0].code.id}` says what to do.")


def _tell_difference(done: "ExportReport", *, names: bool) -> None:
    compared = done.compared
    if compared:
        missing = f", {compared.missing} no longer in it" if compared.missing else ""
        click.echo(
            f"Since the last export: {len(compared.new)} new, {len(compared.changed)} changed, "
            f"{compared.unchanged} unchanged{missing}."
        )
        if names:
            _list("new", compared.new)
            _list("changed", compared.changed)
    if done.retired:
        talk(
            f"{count(len(done.retired), 'note')} that the decks no longer hold: find them in Anki "
            "with tag:recall::retired."
        )
        if names:
            _list("retired", done.retired)


def _list(what: str, names: tuple[str, ...]) -> None:
    for name in names[:_LISTED]:
        click.echo(f"  {what} {name}")
    if len(names) > _LISTED:
        click.echo(f"  {what} … and {len(names) - _LISTED} more")


@export.command()
@click.argument("out", required=False, type=_FILE)
@click.option("--force", is_flag=True, help="Overwrite a file that is no journal.")
@pass_context
def journal(context: Context, out: Path | None, *, force: bool) -> None:
    """Write the review journal as JSON Lines, to OUT or to standard output."""
    with context.desk(compile_first=False) as desk:
        lines = export_journal(desk)
        out = None if str(out) == "-" else out
        if out is None:
            for line in lines:
                click.echo(line)
            return
        written = write_journal(out, lines, force=force)
    talk(f"{out}: {count(written, 'entry', 'entries')}.")
