"""`recall new`: decks and notes from templates."""

from pathlib import Path

import click

from recall.app.making import new_deck, new_note
from recall.cli.context import Context, pass_context
from recall.cli.output import talk
from recall.deck.templates import NOTES


@click.group()
def new() -> None:
    """Begin a deck or a note from an example.

    \b
    recall new deck moe/routing --title "How tokens find experts"
    recall new note moe/routing --type choice
    """


@new.command("deck")
@click.argument("name", metavar="PILLAR/NAME")
@click.option("--title", help="The title (default: made of the name).")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the example.")
@pass_context
def deck(context: Context, name: str, *, title: str | None, lang: str | None) -> None:
    """Make a deck with one example note, in your language if that is Chinese.

    Where there is no workspace yet, the current folder becomes one.
    """
    named = context.workspace_flag or context.environment.get("RECALL_WORKSPACE")
    workspace = context.workspace
    here = None if named else Path.cwd()
    lang = lang or workspace.settings.lang or "en"
    done = new_deck(workspace, name, title=title, here=here, lang=lang)
    click.echo(_near(done.path))
    if done.first:
        talk(f"{_near(done.path.parents[2])} is now a workspace: run recall from there.")
    talk(f"Next: write in it, or add a note with `recall new note {done.id} --type choice`.")


@new.command("note")
@click.argument("name", metavar="DECK")
@click.option(
    "--type",
    "kind",
    type=click.Choice(NOTES),
    default=NOTES[0],
    show_default=True,
    help="The type of card.",
)
@click.option("--heading", help="The question; default: an example.")
@pass_context
def note(context: Context, name: str, *, kind: str, heading: str | None) -> None:
    """Append an example note to a deck, in the language of the deck.

    DECK is <pillar>/<name>, or the name alone if only one deck has it. The note has no id yet:
    `recall stamp` writes it when the note is as you want it.
    """
    done = new_note(context.workspace, name, kind=kind, heading=heading)
    click.echo(f"{done.path}:{done.line}")
    talk("Next: make it your own, then `recall check`.")


def _near(path: Path) -> str:
    """The path from the current folder, where it lies below."""
    here = Path.cwd()
    real = path.resolve()
    if real == here.resolve():
        return "This folder"
    return str(real.relative_to(here.resolve()) if real.is_relative_to(here.resolve()) else path)
