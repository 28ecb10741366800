"""`recall simulate`."""

from collections.abc import Sequence
from shutil import get_terminal_size

import click

from recall.app.choosing import Choice
from recall.app.simulating import ExamCost, Row, compare, exam_cost, recall_of, standing
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.cli.plot import Mark, chart
from recall.errors import UsageError
from recall.model.card import Json
from recall.scheduling.day import date_of

RETENTIONS = (0.80, 0.85, 0.90, 0.93, 0.95)
WEEKS = 53
"""Most lines of the chart."""


@click.command()
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--pillar", "pillars", multiple=True, metavar="P", help="Only this pillar.")
@click.option("--days", type=click.IntRange(1, 3650), default=365, show_default=True)
@click.option("--retention", metavar="R,R", help="Desired retentions, such as 0.85,0.9.")
@click.option("--new", "new", metavar="N,N", help="New cards a day, such as 5,10,20.")
@click.option("--exam", "with_exam", is_flag=True, help="What the exam date costs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another chance of luck.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (simulate/1).")
@pass_context
def simulate(
    context: Context,
    decks: tuple[str, ...],
    *,
    pillars: tuple[str, ...],
    days: int,
    retention: str | None,
    new: str | None,
    with_exam: bool,
    seed: int,
    as_json: bool,
) -> None:
    """The coming days, simulated from where your cards stand: workload against knowledge.

    Known is how many cards could be recalled at the end. The same seed gives the same days.
    """
    with context.desk() as desk:
        start = standing(desk, Choice(decks=decks, pillars=pillars))
        limits = _numbers(new, "--new", 0, 9999) or [desk.settings.new_per_day]
        shown = [int(limit) for limit in limits]
        if with_exam:
            only = pillars[0] if len(pillars) == 1 and not decks else ""
            cost = exam_cost(desk, start, new=shown[0], seed=seed, pillar=only)
            _exam(cost, desk.lang, as_json=as_json)
            return
        own = desk.settings.desired_retention
        retentions = _numbers(retention, "--retention", 0.70, 0.99) or sorted({*RETENTIONS, own})
        rows = compare(desk, start, days=days, retentions=retentions, new=shown, seed=seed)
        lang, plain = desk.lang, desk.settings.plain
    if as_json:
        rows_json: list[Json] = [_row_json(row) for row in rows]
        cards: dict[str, Json] = {"in_review": len(start.cards), "new": start.new}
        echo_json("simulate/1", {"days": days, "seed": seed, "cards": cards, "rows": rows_json})
        return
    click.echo(texts.say(lang, "simulate_cards", cards=len(start.cards), new=start.new, days=days))
    _table(rows, lang)
    _chart(next((row for row in rows if row.scenario.retention == own), rows[-1]), lang, plain)


def _numbers(text: str | None, option: str, low: float, high: float) -> list[float]:
    """The numbers of a list with commas. Raises UsageError."""
    found = []
    for part in (text or "").replace(",", " ").split():
        try:
            value = float(part)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise UsageError(f"{option}: {part} is no number from {low:g} to {high:g}", "")
        found.append(value)
    return found


def _table(rows: Sequence[Row], lang: str | None) -> None:
    click.echo(texts.say(lang, "simulate_head"))
    for row in rows:
        outcome, days = row.outcome, row.scenario.days
        minutes = sum(outcome.seconds) / 60 / days
        peak = max(outcome.reviews, default=0)
        late = texts.say(lang, "simulate_late", n=outcome.waiting) if outcome.waiting else ""
        click.echo(
            f"{row.scenario.retention:>6.0%}{row.scenario.new_per_day:>5}"
            f"{sum(outcome.reviews) / days:>9.1f}{peak:>6}{minutes:>8.1f}"
            f"{outcome.known[days]:>8.0f}  {late}".rstrip()
        )


def _chart(row: Row, lang: str | None, plain: bool) -> None:
    """Reviews a day, week by week, of one scenario."""
    reviews = row.outcome.reviews
    step = max(7, -(-len(reviews) // WEEKS // 7) * 7)
    weeks = [reviews[at : at + step] for at in range(0, len(reviews), step)]
    marks = [
        Mark(str(number * step), sum(week) / len(week), f"{sum(week) / len(week):.0f}")
        for number, week in enumerate(weeks)
    ]
    click.echo()
    click.echo(texts.say(lang, "simulate_chart", retention=f"{row.scenario.retention:.0%}"))
    width = min(80, get_terminal_size().columns)
    for line in chart(marks, width=width, ascii_only=plain, linear=True).lines:
        click.echo(line)


def _exam(cost: ExamCost, lang: str | None, *, as_json: bool) -> None:
    rows = {"usual": cost.usual, "planned": cost.planned, "constant": cost.constant}
    if as_json:
        listed: dict[str, Json] = {name: _row_json(row) for name, row in rows.items()}
        exam: dict[str, Json] = {
            "day": date_of(cost.exam.day).isoformat(),
            "study_day": cost.exam.day,
            "target": cost.exam.target,
        }
        echo_json("simulate-exam/1", {"exam": exam, **listed})
        return
    day, target = date_of(cost.exam.day).isoformat(), f"{cost.exam.target:.0%}"
    click.echo(texts.say(lang, "exam_head", day=day, target=target))
    for name, row in rows.items():
        click.echo(
            texts.say(
                lang,
                f"exam_{name}",
                reviews=sum(row.outcome.reviews),
                recall=f"{recall_of(row.outcome):.1%}",
                peak=max(row.outcome.reviews, default=0),
                retention=f"{row.scenario.retention:.0%}",
            )
        )


def _row_json(row: Row) -> Json:
    outcome, days = row.outcome, row.scenario.days
    return {
        "desired_retention": row.scenario.retention,
        "new_per_day": row.scenario.new_per_day,
        "days": days,
        "reviews": sum(outcome.reviews),
        "reviews_peak": max(outcome.reviews, default=0),
        "new": sum(outcome.new),
        "seconds": sum(outcome.seconds),
        "known": outcome.known[days],
        "met": outcome.met[days],
        "recall": recall_of(outcome),
        "late": outcome.waiting,
        "reviews_by_day": list(outcome.reviews),
    }
