"""The session: from question to rating, card after card."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from recall.model.ids import CardId, LearnerId
from recall.model.journal import Bury, Entry, Flag, Review, Suspend
from recall.model.journal import Event as JournalEvent
from recall.model.memory import Scheduled
from recall.model.moment import Moment
from recall.model.question import (
    Choose,
    Reveal,
    Revealed,
    Tick,
    TypeNumbers,
    TypeText,
    Verdict,
    VerdictKind,
)
from recall.model.rating import Rating
from recall.model.settings import Settings
from recall.scheduling.queue import Queue
from recall.scheduling.scheduler import Scheduler
from recall.session import effects, events
from recall.session.deal import Deal
from recall.session.tally import Tally

TRIES = 2
"""How often a typed answer may be given before the answer is shown."""


class Stage(StrEnum):
    """What the session waits for."""

    ASKING = "asking"
    TICKING = "ticking"
    RATING = "rating"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """What does not change in a session. `deal` draws the question of a card."""

    learner: LearnerId
    settings: Settings
    scheduler: Scheduler
    deal: Callable[[Scheduled], Deal]
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """What has happened to the card that is asked now.

    `typed` holds the answered parts by name, `texts` everything the journal will keep, `tries` the
    wrong answers so far, `mistake` and `message` the first named mistake.
    """

    asked_at: int
    part: int = 0
    typed: tuple[tuple[str, str], ...] = ()
    texts: tuple[str, ...] = ()
    tries: int = 0
    hints: int = 0
    verdict: Verdict | None = None
    mistake: str | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """The whole state. `skipped` cards are not asked again before the session ends."""

    rules: Rules
    queue: Queue
    stage: Stage
    tally: Tally
    deal: Deal | None = None
    attempt: Attempt = Attempt(0)


Step: TypeAlias = tuple[Session, tuple[effects.Effect, ...]]


def begin(rules: Rules, queue: Queue, when: Moment) -> Step:
    """Start: the first question, or the end if there is none."""
    return _next(Session(rules, queue, Stage.OVER, Tally(when.at)), when)


def step(session: Session, event: events.Event) -> Step:
    """The session after an event, and what the driver has to do, in order."""
    match event:
        case events.Stop():
            return _finish(session, event.when)
        case events.Undo():
            return session, (effects.TakeBack(),)
        case events.Restored():
            return _restored(session, event)
    if session.deal is None or session.stage is Stage.OVER:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    match event:
        case events.Reveal():
            return _reveal(session, session.deal, event.when)
        case events.Answer():
            return _answer(session, session.deal, event)
        case events.Hint():
            return _hint(session, session.deal)
        case events.Rate():
            return _rate(session, session.deal, event)
        case events.Skip():
            queue = session.queue.without(session.deal.card.id)
            return _next(replace(session, queue=queue), event.when)
        case events.Bury():
            return _put_away(session, session.deal, Bury(), effects.Notice.BURIED, event.when)
        case events.Suspend():
            return _put_away(session, session.deal, Suspend(), effects.Notice.SUSPENDED, event.when)
        case events.Flag():
            return _flag(session, session.deal, event.when)
        case _:
            assert_never(event)


def _next(session: Session, when: Moment) -> Step:
    """Ask the next card, or finish."""
    rules = session.rules
    done = rules.limit is not None and session.tally.count >= rules.limit
    ahead = rules.settings.learn_ahead * 1000
    scheduled = None if done else session.queue.next(now=when.at, learn_ahead_ms=ahead)
    if scheduled is None:
        return _finish(replace(session, deal=None), when)
    return _ask(session, rules.deal(scheduled), when)


def _ask(session: Session, deal: Deal, when: Moment) -> Step:
    asked = replace(session, stage=Stage.ASKING, deal=deal, attempt=Attempt(when.at))
    return asked, (effects.Ask(deal, 0, session.queue.counts),)


def _finish(session: Session, when: Moment) -> Step:
    over = replace(session, stage=Stage.OVER)
    complete = session.deal is None and not (session.queue.reviews or session.queue.new)
    next_at = session.queue.next_due_at()
    next_in = None if next_at is None else max(0, next_at - when.at)
    finish = effects.Finish(session.tally, complete, next_in)
    return over, (finish,)


def _reveal(session: Session, deal: Deal, when: Moment) -> Step:
    if session.stage is not Stage.ASKING:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    if isinstance(deal.question.input, Tick):
        return replace(session, stage=Stage.TICKING), (effects.ShowPoints(deal),)
    verdict = session.attempt.verdict
    if verdict is None or session.attempt.part < _parts(deal) - 1:
        verdict = deal.card.words(deal.lang).body.grade(Revealed(), deal.question.variant)
    return _to_rating(session, deal, verdict, when)


def _parts(deal: Deal) -> int:
    spec = deal.question.input
    return len(spec.parts) if isinstance(spec, TypeNumbers) else 1


def _answer(session: Session, deal: Deal, event: events.Answer) -> Step:
    if session.stage not in (Stage.ASKING, Stage.TICKING):
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    verdict = deal.card.words(deal.lang).body.grade(event.response, deal.question.variant)
    if verdict.kind is VerdictKind.ASK:
        return session, (effects.Graded(verdict, final=False),)
    attempt = session.attempt
    if verdict.mistake and attempt.mistake is None:
        attempt = replace(attempt, mistake=verdict.mistake, message=verdict.message)
    wrong = verdict.kind in (VerdictKind.WRONG, VerdictKind.MISTAKE)
    again = wrong and attempt.tries + 1 < TRIES and _may_retry(deal)
    if again:
        attempt = replace(attempt, tries=attempt.tries + 1, verdict=verdict)
        attempt = replace(attempt, texts=(*attempt.texts, event.text))
        return replace(session, attempt=attempt), (effects.Graded(verdict, final=False),)
    return _settled(replace(session, attempt=attempt), deal, event, verdict)


def _may_retry(deal: Deal) -> bool:
    match deal.question.input:
        case TypeNumbers() | TypeText():
            return True
        case Choose() | Tick() | Reveal():
            return False


def _settled(session: Session, deal: Deal, event: events.Answer, verdict: Verdict) -> Step:
    """A part is answered for good: go on to the next one, or to the rating."""
    attempt = replace(session.attempt, texts=(*session.attempt.texts, event.text), verdict=verdict)
    spec = deal.question.input
    if isinstance(spec, TypeNumbers) and attempt.part < len(spec.parts) - 1:
        name = spec.parts[attempt.part].name
        attempt = replace(
            attempt,
            part=attempt.part + 1,
            typed=(*attempt.typed, (name, event.text)),
            tries=0,
        )
        asked = replace(session, attempt=attempt)
        graded = effects.Graded(verdict, final=False)
        return asked, (graded, effects.Ask(deal, attempt.part, session.queue.counts))
    graded = effects.Graded(verdict, final=True)
    rated, shown = _to_rating(replace(session, attempt=attempt), deal, verdict, event.when)
    return rated, (graded, *shown)


def _to_rating(session: Session, deal: Deal, verdict: Verdict, when: Moment) -> Step:
    attempt = replace(session.attempt, verdict=verdict)
    suggested = suggestion(verdict, attempt)
    state = deal.scheduled.state
    preview = session.rules.scheduler.preview(deal.card.id, state, at=when.at, day=when.day)
    attempted = bool(attempt.texts)
    shown = effects.ShowAnswer(deal, attempted, suggested, preview, when.at)
    return replace(session, stage=Stage.RATING, attempt=attempt), (shown,)


def suggestion(verdict: Verdict, attempt: Attempt) -> Rating:
    """The rating to suggest: what the verdict says, but at most *hard* after help."""
    suggested = verdict.suggested or Rating.GOOD
    helped = attempt.hints > 0 or attempt.tries > 0
    return Rating.HARD if helped and suggested > Rating.HARD else suggested


def _hint(session: Session, deal: Deal) -> Step:
    hints, shown = deal.question.hints, session.attempt.hints
    if session.stage is not Stage.ASKING or shown >= len(hints):
        notice = effects.Notice.NO_MORE_HINTS if hints else effects.Notice.NO_HINTS
        return session, (effects.Tell(notice),)
    attempt = replace(session.attempt, hints=shown + 1)
    return replace(session, attempt=attempt), (
        effects.ShowHint(hints[shown], shown + 1, len(hints)),
    )


def _rate(session: Session, deal: Deal, event: events.Rate) -> Step:
    attempt, when = session.attempt, event.when
    if session.stage is not Stage.RATING or attempt.verdict is None:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    review = Review(
        rating=event.rating or suggestion(attempt.verdict, attempt),
        duration_ms=max(0, when.at - attempt.asked_at),
        variant=deal.question.variant,
        digest=deal.card.digest,
        response=" | ".join(attempt.texts) or None,
        outcome=attempt.verdict.outcome,
        mistake=attempt.mistake or attempt.verdict.mistake,
    )
    before = deal.scheduled
    state = session.rules.scheduler.review(
        before.card, before.state, review.rating, at=when.at, day=when.day
    )
    queue = session.queue.without(before.card)
    if session.rules.settings.bury_siblings:
        queue = queue.without_siblings(before.note)
    queue = queue.returning(replace(before, state=state))
    title = deal.card.words(deal.lang).title
    message = attempt.message or attempt.verdict.message
    tally = session.tally.plus(before, review, title=title, message=message)
    moved, shown = _next(replace(session, queue=queue, tally=tally), when)
    return moved, (effects.Append(_entry(session, before.card, review, when)), *shown)


def _entry(session: Session, card: CardId, event: JournalEvent, when: Moment) -> Entry:
    return Entry(
        id=when.id,
        learner=session.rules.learner,
        card=card,
        at=when.at,
        utc_offset=when.utc_offset,
        study_day=when.day,
        event=event,
    )


def _put_away(
    session: Session,
    deal: Deal,
    event: JournalEvent,
    notice: effects.Notice,
    when: Moment,
) -> Step:
    entry = effects.Append(_entry(session, deal.card.id, event, when))
    queue = session.queue.without(deal.card.id)
    moved, shown = _next(replace(session, queue=queue), when)
    return moved, (entry, effects.Tell(notice), *shown)


def _flag(session: Session, deal: Deal, when: Moment) -> Step:
    on = not deal.scheduled.state.flagged
    state = replace(deal.scheduled.state, flagged=on)
    flagged = replace(deal, scheduled=replace(deal.scheduled, state=state))
    notice = effects.Notice.FLAGGED if on else effects.Notice.UNFLAGGED
    entry = effects.Append(_entry(session, deal.card.id, Flag(on), when))
    return replace(session, deal=flagged), (entry, effects.Tell(notice))


def _restored(session: Session, event: events.Restored) -> Step:
    """Ask the card again whose last entry was taken back."""
    scheduled = event.scheduled
    queue = session.queue.returning(scheduled)
    tally = session.tally.minus(scheduled.card) if event.was_answer else session.tally
    back = replace(session, queue=queue, tally=tally)
    if scheduled.state.suspended:
        return _next(back, event.when)
    return _ask(back, session.rules.deal(scheduled), event.when)
