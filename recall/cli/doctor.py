"""`recall doctor`."""

import click

from recall.app.journal import Difference, differences, rebuild_cache
from recall.cli.context import Context, pass_context
from recall.cli.output import count
from recall.model.memory import CardState

PROBLEMS = 3
SHOWN = 10


@click.command()
@click.option("--rebuild", is_flag=True, help="Compute every state again from the journal.")
@pass_context
def doctor(context: Context, *, rebuild: bool) -> int:
    """Compare the cached state of every card with the fold of its journal.

    The journal is the truth. A difference is a bug, or the trace of settings that changed under
    answers from another program; --rebuild makes the cache what the journal says. Exits 3 if there
    were differences and nothing was rebuilt.
    """
    with context.desk(compile_first=False) as desk:
        problems = desk.store.integrity()
        found = differences(desk)
        rebuilt = rebuild_cache(desk) if rebuild else None
        with desk.store.read() as tx:
            total = len(tx.states(desk.workspace.learner))
    for problem in problems:
        click.echo(f"store: {problem}")
    for difference in found[:SHOWN]:
        click.echo(_describe(difference))
    if len(found) > SHOWN:
        click.echo(f"… and {len(found) - SHOWN} more")
    verdict = count(len(found), "difference") if found else "no difference"
    click.echo(f"{count(total, 'state')} checked against the journal: {verdict}.")
    if rebuilt is not None:
        click.echo(f"Rebuilt {count(rebuilt, 'state')}.")
    elif found:
        click.echo("`recall doctor --rebuild` makes the cache what the journal says.")
    return PROBLEMS if problems or (found and rebuilt is None) else 0


def _describe(difference: Difference) -> str:
    return (
        f"{difference.card}: cached {_brief(difference.cached)}, "
        f"journal {_brief(difference.folded)}"
    )


def _brief(state: CardState | None) -> str:
    if state is None:
        return "nothing"
    stability = "" if state.stability is None else f" S {state.stability:.4f}"
    return f"{state.phase}{stability} due {state.due_day} after {state.reps} reviews"
