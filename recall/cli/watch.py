"""`recall watch`."""

import time
from datetime import UTC, datetime, timedelta

import click

from recall.app.checking import Checkup
from recall.app.compiling import Compiled, compile_decks
from recall.app.watching import saves
from recall.app.workspace import Workspace
from recall.cli.check import describe
from recall.cli.context import Context, pass_context
from recall.cli.output import count, talk
from recall.diagnostics import Diagnostic, Severity

PROBLEMS = 3


@click.command()
@click.option("--once", is_flag=True, help="Compile and report once, then end; exit 3 on errors.")
@pass_context
def watch(context: Context, *, once: bool) -> int:
    """Compile whenever a deck is saved, and print what is wrong in it.

    Ctrl-C ends. Diagnostics are printed in full for the files that were saved; of the others
    they are counted.
    """
    workspace = context.workspace
    with context.store() as store:
        for changed in saves(workspace.roots, wait=time.sleep):
            done = compile_decks(workspace, store)
            _report(workspace, done, changed)
            if once:
                return PROBLEMS if _errors(done.diagnostics) else 0
            talk("Watching; Ctrl-C ends.")
    return 0


def _errors(diagnostics: tuple[Diagnostic, ...]) -> int:
    return sum(d.severity is Severity.ERROR for d in diagnostics)


def _report(workspace: Workspace, done: Compiled, changed: frozenset[str]) -> None:
    worth = tuple(d for d in done.diagnostics if d.severity is not Severity.INFO)
    here = tuple(d for d in worth if d.span.path in changed)
    checkup = Checkup(len(changed), done.collection, here, dict(done.sources))
    for diagnostic in here:
        click.echo(describe(diagnostic, checkup))
        click.echo()
    errors, warnings = _errors(here), len(here) - _errors(here)
    verdict = f"{count(errors, 'error')}, {count(warnings, 'warning')}"
    others = len(worth) - len(here)
    more = f"; {count(others, 'problem')} in other files" if others else ""
    click.echo(f"{_time(workspace)} {_changes(done)}: {verdict}{more}.")
    if not done.applied:
        decks = ", ".join(done.changes.emptied)
        talk(f"Nothing was saved: {decks} would lose more than a fifth of its notes at once.")
        talk("If that is meant, run `recall compile --yes`.")


def _changes(done: Compiled) -> str:
    """`1 new, 2 edited, 65 unchanged`."""
    changes = done.changes
    kinds = {
        "new": changes.new,
        "back": changes.back,
        "edited": changes.edited,
        "moved": changes.moved,
        "renamed": changes.renamed,
        "gone": changes.gone,
    }
    shown = [f"{len(ids)} {kind}" for kind, ids in kinds.items() if ids]
    return ", ".join([*shown, f"{changes.unchanged} unchanged"])


def _time(workspace: Workspace) -> str:
    """The learner's time of day."""
    now = workspace.now()
    local = datetime.fromtimestamp(now.at / 1000, UTC) + timedelta(minutes=now.utc_offset)
    return local.strftime("%H:%M:%S")
