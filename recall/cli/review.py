"""`recall review`: the daily session in a terminal, or from a pipe."""

from collections.abc import Iterator
from contextlib import ExitStack

import click

from recall.app.choosing import Choice
from recall.app.reviewing import Desk
from recall.cli.context import Context, pass_context
from recall.cli.keys import Keys, raw
from recall.cli.output import is_terminal
from recall.cli.view import View


@click.command()
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--pillar", "pillars", multiple=True, help="Only this pillar (may be repeated).")
@click.option("--tag", "tags", multiple=True, help="Only cards with this tag (may be repeated).")
@click.option("--lang", help="Language of cards and messages, such as zh.")
@click.option(
    "--new",
    type=click.IntRange(0),
    help="So many new cards now, whatever today had, locked ones too.",
)
@click.option("--limit", type=click.IntRange(1), help="Stop after so many answers.")
@pass_context
def review(
    context: Context,
    decks: tuple[str, ...],
    *,
    pillars: tuple[str, ...],
    tags: tuple[str, ...],
    lang: str | None,
    new: int | None,
    limit: int | None,
) -> None:
    """The daily session: due cards first, then the new ones that are open.

    Every answer is saved before the next card; leave with q or Ctrl-C whenever you like. From a
    pipe, the session reads one answer a line. With no input at all it prints what is due.
    """
    choice = Choice(decks, pillars, tags, lang, new, limit)
    with context.desk(lang=lang) as desk, ExitStack() as stack:
        if is_terminal():
            _at_terminal(context, desk, choice, stack.enter_context(raw()))
        else:
            _from_pipe(context, desk, choice)


def _at_terminal(context: Context, desk: Desk, choice: Choice, keys: Keys) -> None:
    """Show the first question, load the rest while it is read, and play on."""
    view = View.of(context, lang=desk.lang, quiet=False, pillars=desk.pillar_titles())
    opening = desk.open_session(choice)
    if opening.deal is not None:
        view.ask(opening.deal, left=view.left(opening.queue.counts))

    from recall.cli.players import TerminalPlayer
    from recall.cli.playing import Playing

    Playing(desk, view, TerminalPlayer(keys), choice).run(opening, shown=opening.deal is not None)


def _from_pipe(context: Context, desk: Desk, choice: Choice) -> None:
    """A line is an answer; with none at all, print what is due."""
    from recall.cli.due import print_today, today
    from recall.cli.players import PipePlayer, lines_of_stdin
    from recall.cli.playing import Playing

    lines = lines_of_stdin()
    first = next(lines, None)
    if first is None:
        desk.queue(choice, day=desk.workspace.now().day)  # is what was chosen there?
        print_today(today(context), context.workspace.settings)
        return
    view = View.of(context, lang=desk.lang, quiet=True, pillars=desk.pillar_titles())
    player = PipePlayer(_chain(first, lines))
    Playing(desk, view, player, choice).run(desk.open_session(choice))


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest
