"""`recall due`."""

import click

from recall.app.today import Today, look, look_in
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json, talk
from recall.model.settings import Settings
from recall.render.cells import cell_len
from recall.scheduling.day import date_of

NOTHING_DUE, SOMETHING_DUE = 0, 10


def today(context: Context, *, days: int = 0) -> Today:
    """Today's numbers; the decks are compiled if there is no store yet."""
    found = look(context.workspace, days=days)
    if found is not None:
        return found
    with context.desk() as desk:
        return look_in(context.workspace, desk.store, days=days)


@click.command()
@click.option(
    "--forecast", "days", type=click.IntRange(1, 3650), metavar="DAYS",
    help="Also what is due on each of the next days.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON (due/1).")
@click.option("--exit-code", is_flag=True, help="Exit 10 if something is due, else 0.")
@pass_context
def due(context: Context, *, days: int | None, as_json: bool, exit_code: bool) -> int:
    """What is due, by pillar.

    New cards are counted within today's limit. A forecast counts the cards as they stand: what is
    overdue today, no limit, no new card, and no answer that changes when a card comes back.
    """
    found = today(context, days=days or 0)
    settings = context.workspace.settings
    if as_json:
        _print_json(found, settings)
    else:
        print_today(found, settings)
        if found.load:
            click.echo()
            for line in _forecast(found, settings):
                click.echo(line)
    return SOMETHING_DUE if exit_code and found.due else NOTHING_DUE


def _print_json(found: Today, settings: Settings) -> None:
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
                "days": found.waiting.days(settings.reviews_per_day),
            },
            "by_pillar": [
                {"pillar": p.pillar, "due": p.due, "new": p.new, "overdue": p.overdue}
                for p in found.pillars
            ],
            "streak": {
                "days": found.streak.current,
                "longest": found.streak.longest,
                "today": found.streak.today,
            },
            "forecast": [
                {"study_day": day, "date": date_of(day).isoformat(), "due": number}
                for day, number in found.load
            ],
        },
    )


def _forecast(found: Today, settings: Settings) -> tuple[str, ...]:
    """A bar for each day."""
    from shutil import get_terminal_size

    from recall.cli.plot import Mark, chart

    names = texts.say(settings.lang, "weekdays").split()
    marks = [
        Mark(f"{day} {names[day.weekday()]}", number, str(number))
        for day, number in ((date_of(day), number) for day, number in found.load)
    ]
    width = min(get_terminal_size().columns, 80)
    return chart(marks, width=width, ascii_only=settings.plain, linear=True).lines


def print_today(found: Today, settings: Settings) -> None:
    """The table of pillars, a line of sums, and what the day has no place for."""
    lang = settings.lang
    head = texts.say(lang, "today_head").split()
    width = max(cell_len(name) for name in (head[0], *(p.pillar for p in found.pillars)))
    click.echo(_row(head[0], width, head[1], head[2]))
    for pillar in found.pillars:
        late = texts.say(lang, "today_late", n=pillar.overdue) if pillar.overdue else ""
        line = _row(pillar.pillar, width, str(pillar.due), str(pillar.new))
        click.echo(f"{line}  {late}".rstrip())
    due = texts.counted(lang, "cards", found.due)
    click.echo(texts.say(lang, "today_sum", due=due, new=found.new_available))
    waiting = found.waiting
    if found.early:
        click.echo(texts.say(lang, "today_early", n=found.early))
    if waiting.reviews:
        days = waiting.days(settings.reviews_per_day)
        click.echo(texts.say(lang, "today_backlog", n=waiting.reviews, days=days))
    if waiting.locked and not waiting.new:
        click.echo(texts.say(lang, "today_locked", n=waiting.locked))
    if not found.pillars:
        talk(texts.say(lang, "today_none"))


def _row(name: str, width: int, due: str, new: str) -> str:
    def right(text: str) -> str:
        return " " * (7 - cell_len(text)) + text

    return name + " " * (width - cell_len(name)) + right(due) + right(new)
