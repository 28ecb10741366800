"""`recall due`."""

import click

from recall.app.today import Today, look, look_in
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import count, echo_json, talk
from recall.model.settings import Settings

NOTHING_DUE, SOMETHING_DUE = 0, 10


def today(context: Context) -> Today:
    """Today's numbers; the decks are compiled if there is no store yet."""
    found = look(context.workspace)
    if found is not None:
        return found
    with context.desk() as desk:
        return look_in(context.workspace, desk.store)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON (due/1).")
@click.option("--exit-code", is_flag=True, help="Exit 10 if something is due, else 0.")
@pass_context
def due(context: Context, *, as_json: bool, exit_code: bool) -> int:
    """What is due, by pillar.

    New cards are counted within today's limit.
    """
    found = today(context)
    if as_json:
        from recall.export.jsonl import write_time

        echo_json(
            "due/1",
            {
                "study_day": found.study_day,
                "now": write_time(found.now),
                "due": found.due,
                "new_available": found.new_available,
                "early": found.early,
                "waiting": {
                    "reviews": found.waiting.reviews,
                    "new": found.waiting.new,
                    "locked": found.waiting.locked,
                    "days": found.waiting.days(context.workspace.settings.reviews_per_day),
                },
                "by_pillar": [
                    {"pillar": p.pillar, "due": p.due, "new": p.new, "overdue": p.overdue}
                    for p in found.pillars
                ],
            },
        )
    else:
        print_today(found, context.workspace.settings)
    return SOMETHING_DUE if exit_code and found.due else NOTHING_DUE


def print_today(found: Today, settings: Settings) -> None:
    """The table of pillars, a line of sums, and what the day has no place for."""
    lang = settings.lang
    width = max((len(p.pillar) for p in found.pillars), default=6)
    click.echo(f"{'pillar':<{width}}  {'due':>5}  {'new':>5}")
    for pillar in found.pillars:
        late = f"  ({pillar.overdue} overdue)" if pillar.overdue else ""
        click.echo(f"{pillar.pillar:<{width}}  {pillar.due:>5}  {pillar.new:>5}{late}")
    click.echo(f"{count(found.due, 'card')} due, {found.new_available} new today.")
    waiting = found.waiting
    if found.early:
        click.echo(texts.say(lang, "today_early", n=found.early))
    if waiting.reviews:
        days = waiting.days(settings.reviews_per_day)
        click.echo(texts.say(lang, "today_backlog", n=waiting.reviews, days=days))
    if waiting.locked and not waiting.new:
        click.echo(texts.say(lang, "today_locked", n=waiting.locked))
    if not found.pillars:
        talk("There are no cards yet. `recall check` shows what the decks hold.")
