"""`recall stats`."""

from collections.abc import Iterable

import click

from recall.app.stats import PERIODS, Figures, figures
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.model.card import Json
from recall.render.cells import cell_len
from recall.scheduling.statistics import BINS, Kept, Work

MOST_MISTAKES = 5
"""How many named mistakes the page shows; `--json` has them all."""

BAR = 20
"""Columns of a calibration bar."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON (stats/1).")
@pass_context
def stats(context: Context, *, as_json: bool) -> None:
    """True retention, time and mistakes, from the journal.

    Retention counts the first answer of a study day to a card that was studied on an earlier day.
    """
    with context.desk() as desk:
        found, lang = figures(desk), desk.lang
    if as_json:
        echo_json("stats/1", _json(found))
        return
    for line in page(found, lang):
        click.echo(line)


def page(found: Figures, lang: str | None) -> Iterable[str]:
    """The figures as lines, at most 44 columns but for titles and mistakes."""
    if not found.statistics.days:
        yield texts.say(lang, "stats_none")
        return
    yield texts.say(lang, "stats_head")
    for days in PERIODS:
        key = "stats_all" if days is None else "stats_today" if days == 1 else "stats_days"
        work = _over(found, days)
        yield _row(texts.say(lang, key, n=days), work, lang)
    yield ""
    yield texts.say(lang, "stats_young", young=_share(_over(found, None).young))
    yield texts.say(lang, "stats_mature", mature=_share(_over(found, None).mature))
    yield ""
    for pillar, work in found.statistics.pillars:
        title = found.titles.get(pillar, pillar) if pillar else texts.say(lang, "stats_gone")
        yield f"{_row('', work, lang)}  {title}"
    yield from _calibration(found.statistics.calibration, lang)
    yield from _mistakes(found.statistics.mistakes, lang)


def _row(label: str, work: Work, lang: str | None) -> str:
    minutes = texts.duration(work.milliseconds, lang)
    room = max(0, 10 - cell_len(label))
    time = " " * (13 - cell_len(minutes)) + minutes
    return f"{label}{' ' * room}{work.answers:>7}{time}{_share(work.kept):>8}".rstrip()


def _share(kept: Kept) -> str:
    return "–" if kept.retention is None else f"{kept.retention:.0%}"


def _over(found: Figures, days: int | None) -> Work:
    return found.statistics.over(since=0 if days is None else found.study_day - days + 1)


def _calibration(bins: Iterable[Kept], lang: str | None) -> Iterable[str]:
    """Predicted beside measured recall, for every group that has reviews."""
    asked = [(place, kept) for place, kept in enumerate(bins) if kept.asked]
    if not asked:
        return
    yield ""
    yield texts.say(lang, "stats_calibration")
    for _, kept in asked:
        predicted, measured = kept.predicted or 0.0, kept.retention or 0.0
        bar = "#" * round(measured * BAR)
        yield f"{predicted:>6.0%}{measured:>7.0%}  {bar:<{BAR}}{kept.asked:>7}".rstrip()


def _mistakes(mistakes: tuple[tuple[str, int], ...], lang: str | None) -> Iterable[str]:
    if mistakes:
        yield ""
        yield texts.say(lang, "mistakes")
    for message, number in mistakes[:MOST_MISTAKES]:
        yield f"{number:>4} × {message}"


def _json(found: Figures) -> dict[str, Json]:
    statistics = found.statistics
    periods: list[Json] = [{"days": days, **_work(_over(found, days))} for days in PERIODS]
    pillars: list[Json] = [{"pillar": name, **_work(work)} for name, work in statistics.pillars]
    groups: list[Json] = [
        {"from": place / BINS, "to": (place + 1) / BINS, **_kept(kept)}
        for place, kept in enumerate(statistics.calibration)
        if kept.asked
    ]
    mistakes: list[Json] = [{"message": m, "count": n} for m, n in statistics.mistakes]
    return {
        "study_day": found.study_day,
        "periods": periods,
        "by_pillar": pillars,
        "calibration": groups,
        "mistakes": mistakes,
    }


def _work(work: Work) -> dict[str, Json]:
    return {
        "answers": work.answers,
        "milliseconds": work.milliseconds,
        "met": work.met,
        "young": _kept(work.young),
        "mature": _kept(work.mature),
    }


def _kept(kept: Kept) -> dict[str, Json]:
    return {"asked": kept.asked, "recalled": kept.recalled, "predicted": kept.predicted}
