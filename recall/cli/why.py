"""`recall why`."""

from collections.abc import Iterator

import click

from recall.app.explaining import Explanation, explain
from recall.app.lookup import find_card_id
from recall.cli import texts
from recall.cli.context import Context, pass_context
from recall.cli.output import echo_json
from recall.errors import UsageError
from recall.model.card import Json
from recall.model.memory import Phase
from recall.scheduling.day import date_of


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (why/1).")
@pass_context
def why(context: Context, id_: str, *, as_json: bool) -> None:
    """Why a card is or is not in today's queue, and when it comes."""
    with context.desk() as desk:
        with desk.store.read() as tx:
            wanted = find_card_id(id_, tx.card_ids())
        found, lang, now = explain(desk, wanted), desk.lang, desk.workspace.now()
    if found is None:
        raise UsageError(f"there is no card “{id_}”", "Run `recall compile`.")
    if as_json:
        echo_json("why/1", _json(found))
        return
    for line in sentences(found, lang, at=now.at):
        click.echo(line)


def sentences(found: Explanation, lang: str | None, *, at: int) -> Iterator[str]:
    """The reason in words, then what it rests on. `at` is now, in UTC ms."""
    state = found.card.state
    date = "" if state.due_day is None else date_of(state.due_day).isoformat()
    soon = texts.duration(max(0, (state.due_at or at) - at), lang)
    yield texts.say(
        lang,
        f"why_{found.reason.replace('-', '_')}",
        card=found.card.card,
        place=found.place,
        of=found.of,
        date=date,
        time=soon,
        interval=texts.interval(max(1, state.interval), lang),
    )
    for missing in found.missing:
        if missing.phase is Phase.REVIEW and missing.stability is not None:
            yield texts.say(lang, "why_shaky", note=missing.note, days=f"{missing.stability:.1f}")
        else:
            phase = texts.say(lang, f"phase_{missing.phase}")
            yield texts.say(lang, "why_unmet", note=missing.note, phase=phase)
    yield from _memory(found, lang)
    if found.leech:
        yield texts.say(lang, "why_leech", lapses=state.lapses)
    if state.flagged:
        yield texts.say(lang, "why_flagged")


def _memory(found: Explanation, lang: str | None) -> Iterator[str]:
    """What is remembered, and how the interval came about."""
    state = found.card.state
    if state.stability is not None and state.difficulty is not None and found.recall is not None:
        yield texts.say(
            lang,
            "why_memory",
            recall=f"{found.recall:.0%}",
            stability=f"{state.stability:.1f}",
            difficulty=f"{state.difficulty:.1f}",
        )
    if found.plain_days is None or not state.interval or found.recall_due is None:
        return
    origin = f" ({found.retention_from})" if found.retention_from else ""
    yield texts.say(
        lang,
        "why_interval",
        days=state.interval,
        plain=f"{found.plain_days:.1f}",
        retention=f"{found.retention:.0%}{origin}",
        recall=f"{found.recall_due:.0%}",
    )
    if found.easy:
        yield texts.say(lang, "why_easy")


def _json(found: Explanation) -> dict[str, Json]:
    state = found.card.state
    missing: list[Json] = [
        {"note": one.note, "phase": str(one.phase), "stability": one.stability}
        for one in found.missing
    ]
    return {
        "id": found.card.card,
        "reason": str(found.reason),
        "place": found.place or None,
        "of": found.of or None,
        "due": None if state.due_day is None else date_of(state.due_day).isoformat(),
        "study_day_due": state.due_day,
        "interval": state.interval,
        "plain_interval": found.plain_days,
        "desired_retention": found.retention,
        "desired_retention_of": found.retention_from or None,
        "retrievability": found.recall,
        "retrievability_due": found.recall_due,
        "missing": missing,
        "lapses": state.lapses,
        "leech": found.leech,
        "flagged": state.flagged,
    }
