"""`recall` alone: today at a glance."""

from collections.abc import Iterator
from shutil import get_terminal_size

import click

from recall.app.today import Today
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.due import print_today, today
from recall.cli.heatmap import WEEKS, heat_map
from recall.cli.output import is_terminal
from recall.model.settings import Settings


@click.command()
@pass_context
def glance(context: Context) -> None:
    """Today at a glance: what is due, the year so far, and what to type next."""
    found, settings = today(context), context.workspace.settings
    print_today(found, settings)
    if is_terminal():
        for line in _year(found, settings):
            click.echo(line)
    click.echo()
    key = "glance_next" if found.due or found.new_available else "glance_done"
    click.echo(texts.say(settings.lang, key))


def _year(found: Today, settings: Settings) -> Iterator[str]:
    """The streak and a heat map of the year; nothing before the first answer."""
    if not found.answers:
        return
    streak, lang = found.streak, settings.lang
    yield ""
    yield from heat_map(
        found.answers,
        today=found.study_day,
        width=get_terminal_size().columns,
        months=texts.say(lang, "months").split(),
        days=texts.say(lang, "weekdays").split(),
        ascii_only=settings.plain,
    )
    year = sum(n for day, n in found.answers.items() if day > found.study_day - 7 * WEEKS)
    yield ""
    yield texts.say(lang, "glance_answers", today=found.answers.get(found.study_day, 0), year=year)
    key = "glance_streak" if streak.today or not streak.current else "glance_streak_open"
    yield texts.say(lang, key, days=streak.current, longest=streak.longest)
