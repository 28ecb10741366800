"""`recall reschedule`."""

import click

from recall.app.rescheduling import backlog, moves, reschedule, take_back_reschedule
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.model.card import Json
from recall.scheduling.day import date_of

DAYS = 14


@click.command("reschedule")
@click.option("--yes", is_flag=True, help="Write it; without this it is only shown.")
@click.option("--undo", "take_back", is_flag=True, help="Take back what a reschedule moved.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (reschedule/1).")
@pass_context
def reschedule_(context: Context, *, yes: bool, take_back: bool, as_json: bool) -> None:
    """Move due dates to where the settings and parameters in use would put them.

    Shows first what each of the next days would have to bear. Cards answered since cannot be taken
    back by --undo.
    """
    with context.desk() as desk:
        lang = desk.lang
        if take_back:
            click.echo(texts.say(lang, "reschedule_undone", n=take_back_reschedule(desk)))
            return
        planned = moves(desk)
        days = backlog(desk, planned, days=DAYS)
        if yes and planned:
            reschedule(desk, planned)
    if as_json:
        rows: list[Json] = [
            {"day": date_of(day).isoformat(), "before": before, "after": after}
            for day, before, after in days
        ]
        echo_json("reschedule/1", {"moved": len(planned), "written": yes, "days": rows})
        return
    click.echo(texts.say(lang, "reschedule_head", n=len(planned)))
    for day, before, after in days:
        click.echo(f"{date_of(day)}{before:>8}{after:>8}")
    if planned:
        click.echo(texts.say(lang, "reschedule_done" if yes else "reschedule_dry"))
