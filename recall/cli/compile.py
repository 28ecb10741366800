"""`recall compile`."""

import click

from recall.app.compiling import Compiled, compile_decks
from recall.cli.context import Context, pass_context
from recall.cli.output import count, echo_json, is_terminal, talk
from recall.cli.progress import bar
from recall.diagnostics import Severity
from recall.model.card import Json

WAITS = 1


@click.command("compile")
@click.option("--yes", is_flag=True, help="Accept that many notes vanish at once.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (compile/1).")
@pass_context
def compile_(context: Context, *, yes: bool, as_json: bool) -> int:
    """Compile the decks into the store and report what changed.

    Notes that vanish keep their history and come back with it.
    """
    with context.store() as store:
        with bar("Compiling", color=context.color) as advance:
            done = compile_decks(context.workspace, store, confirmed=yes, advance=advance)
        if not done.applied and not yes and _confirmed(done):
            done = compile_decks(context.workspace, store, confirmed=True)
    if as_json:
        _json(done)
    else:
        _text(done)
    return 0 if done.applied else WAITS


def _confirmed(done: Compiled) -> bool:
    if not is_terminal():
        return False
    decks = ", ".join(done.changes.emptied)
    return click.confirm(f"{len(done.changes.gone)} notes vanish from {decks}. Go on?", err=True)


def _kinds(done: Compiled) -> dict[str, list[Json]]:
    changes = done.changes
    return {
        "new": list(changes.new),
        "edited": list(changes.edited),
        "moved": list(changes.moved),
        "renamed": list(changes.renamed),
        "back": list(changes.back),
        "gone": list(changes.gone),
    }


def _count(done: Compiled, severity: Severity) -> int:
    return sum(d.severity is severity for d in done.diagnostics)


def _json(done: Compiled) -> None:
    lists: dict[str, Json] = dict(_kinds(done))
    echo_json(
        "compile/1",
        {
            "decks": done.size.decks,
            "notes": done.size.notes,
            "cards": done.size.cards,
            "applied": done.applied,
            **lists,
            "unchanged": done.changes.unchanged,
            "diagnostics": {
                "errors": _count(done, Severity.ERROR),
                "warnings": _count(done, Severity.WARNING),
            },
        },
    )


SHOWN = 6


def _text(done: Compiled) -> None:
    sizes = [count(done.size.decks, "deck"), count(done.size.notes, "note")]
    click.echo(f"{', '.join(sizes)}, {count(done.size.cards, 'card')}.")
    for kind, ids in _kinds(done).items():
        if ids:
            more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
            click.echo(f"  {kind:<9} {len(ids):>5}  {', '.join(map(str, ids[:SHOWN]))}{more}")
    click.echo(f"  unchanged {done.changes.unchanged:>5}")
    errors, warnings = _count(done, Severity.ERROR), _count(done, Severity.WARNING)
    if errors or warnings:
        found = f"{count(errors, 'error')}, {count(warnings, 'warning')}"
        talk(f"{found}: `recall check` shows them.")
    if done.left_behind:
        cards = ", ".join(done.left_behind)
        talk(f"These notes now make other cards; their history stays behind: {cards}.")
    if not done.applied:
        decks = ", ".join(done.changes.emptied)
        talk(f"Nothing was saved: {decks} would lose more than a fifth of its notes at once.")
        talk("If that is meant, run `recall compile --yes`. Their history is kept either way.")
