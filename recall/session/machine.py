"""The session: from question to rating, card after card."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from recall.model.ids import CardId, EntryId, LearnerId
from recall.model.journal import Bury, Entry, Flag, Review, Suspend
from recall.model.journal import Event as JournalEvent
from recall.model.memory import CardState, Scheduled
from recall.model.moment import Moment
from recall.model.question import Revealed, Tick, TypeNumbers, TypeText, Verdict, VerdictKind
from recall.model.rating import Rating
from recall.model.settings import LeechAction, Settings
from recall.scheduling.fold import placement
from recall.scheduling.leech import became_leech
from recall.scheduling.queue import Queue
from recall.scheduling.scheduler import ANYWHERE, Aim, Scheduler
from recall.session import effects, events
from recall.session.attempt import WRONG, Attempt
from recall.session.deal import Deal
from recall.session.tally import Tally


class Stage(StrEnum):
    """What the session waits for."""

    ASKING = "asking"
    TICKING = "ticking"
    RATING = "rating"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Rules:
    """What does not change in a session.

    `deal` draws the question of a card; `aim` says what its next day should heed; `requisites`
    gives the cards that a card requires and that could be asked again today; `retry` allows a
    second try at a typed answer.
    """

    learner: LearnerId
    settings: Settings
    scheduler: Scheduler
    deal: Callable[[Scheduled], Deal]
    limit: int | None = None
    aim: Callable[[Scheduled], Aim] = lambda _: ANYWHERE
    requisites: Callable[[Scheduled], tuple[Scheduled, ...]] = lambda _: ()
    retry: bool = True

    @property
    def learn_ahead_ms(self) -> int:
        """How early a learning card may be asked."""
        return self.settings.learn_ahead * 1000


@dataclass(frozen=True, slots=True)
class Session:
    """The whole state. `skipped` cards are not asked again before the session ends.

    `offered` are the cards that the last forgotten one requires.
    """

    rules: Rules
    queue: Queue
    stage: Stage
    tally: Tally
    deal: Deal | None = None
    attempt: Attempt = field(default_factory=lambda: Attempt(0))
    skipped: frozenset[CardId] = frozenset()
    offered: tuple[Scheduled, ...] = ()


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
        case events.Rebuilt():
            return replace(session, queue=_unskipped(session, event.queue)), ()
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
            return _skip(session, session.deal, event.when)
        case events.Bury():
            return _put_away(session, session.deal, Bury(), effects.Notice.BURIED, event.when)
        case events.Suspend():
            return _put_away(session, session.deal, Suspend(), effects.Notice.SUSPENDED, event.when)
        case events.Flag():
            return _flag(session, session.deal, event.when)
        case events.Prepare():
            return _prepare(session)
        case _:
            assert_never(event)


def corrected(session: Session, card: Scheduled) -> Session:
    """The session when the store knows better where a card stands (somebody else wrote, too)."""
    return replace(session, queue=session.queue.returning(card))


def _next(session: Session, when: Moment) -> Step:
    """Ask the next card, or finish."""
    rules = session.rules
    done = rules.limit is not None and session.tally.count >= rules.limit
    ahead = rules.learn_ahead_ms
    scheduled = None if done else session.queue.next(now=when.at, learn_ahead_ms=ahead)
    if scheduled is None:
        return _finish(replace(session, deal=None), when)
    return _ask(session, rules.deal(scheduled), when)


def _ask(session: Session, deal: Deal, when: Moment) -> Step:
    asked = replace(session, stage=Stage.ASKING, deal=deal, attempt=Attempt(when.at))
    return asked, (effects.Ask(deal, 0, session.queue.counts, session.tally.pace_ms),)


def _finish(session: Session, when: Moment) -> Step:
    queue = session.queue
    soon = when.at + session.rules.learn_ahead_ms
    learning = sum((card.state.due_at or 0) <= soon for card in queue.learning)
    left = learning + len(queue.reviews) + len(queue.new) + len(session.skipped)
    next_at = queue.next_due_at()
    next_in = None if next_at is None else max(0, next_at - when.at)
    finish = effects.Finish(session.tally, left, len(session.skipped), next_in)
    return replace(session, stage=Stage.OVER), (finish,)


def _unskipped(session: Session, queue: Queue) -> Queue:
    for card in session.skipped:
        queue = queue.without(card)
    return queue


def _reveal(session: Session, deal: Deal, when: Moment) -> Step:
    if session.stage is not Stage.ASKING:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    if isinstance(deal.question.input, Tick):
        return replace(session, stage=Stage.TICKING), (effects.ShowPoints(deal),)
    verdict = session.attempt.verdict
    if verdict is None or verdict.kind not in WRONG:
        verdict = deal.card.words(deal.lang).body.grade(Revealed(), deal.question.variant)
    return _to_rating(session, deal, verdict, when)


def _answer(session: Session, deal: Deal, event: events.Answer) -> Step:
    if session.stage not in (Stage.ASKING, Stage.TICKING):
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    verdict = deal.card.words(deal.lang).body.grade(event.response, deal.question.variant)
    if verdict.kind is VerdictKind.ASK:
        return session, (effects.Graded(verdict, effects.Then.SAME_AGAIN),)
    attempt = session.attempt
    spec = deal.question.input
    if verdict.kind in WRONG and session.rules.retry and attempt.may_retry(deal):
        tried = replace(session, attempt=attempt.wrong_once(event.text, verdict))
        # What a typed text is compared with is the answer: not before the last try.
        told = replace(verdict, details=()) if isinstance(spec, TypeText) else verdict
        return tried, (effects.Graded(told, effects.Then.SAME_AGAIN),)
    attempt = attempt.settled(event.text, verdict)
    if isinstance(spec, TypeNumbers) and attempt.part < len(spec.parts) - 1:
        attempt = attempt.next_part(spec.parts[attempt.part].name, event.text)
        graded = effects.Graded(verdict, effects.Then.NEXT_PART)
        ask = effects.Ask(deal, attempt.part, session.queue.counts, session.tally.pace_ms)
        return replace(session, attempt=attempt), (graded, ask)
    graded = effects.Graded(verdict, effects.Then.ANSWER)
    rated, shown = _to_rating(replace(session, attempt=attempt), deal, verdict, event.when)
    return rated, (graded, *shown)


def _to_rating(session: Session, deal: Deal, verdict: Verdict, when: Moment) -> Step:
    attempt = replace(session.attempt, verdict=verdict)
    state, aim = deal.scheduled.state, session.rules.aim(deal.scheduled)
    preview = session.rules.scheduler.preview(
        deal.card.id, state, at=when.at, day=when.day, aim=aim
    )
    shown = effects.ShowAnswer(
        deal, bool(attempt.texts), attempt.suggestion(verdict), preview, when.at
    )
    return replace(session, stage=Stage.RATING, attempt=attempt), (shown,)


def _hint(session: Session, deal: Deal) -> Step:
    hints, shown = deal.question.hints, session.attempt.hints
    if session.stage is not Stage.ASKING:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    if shown >= len(hints):
        notice = effects.Notice.NO_MORE_HINTS if hints else effects.Notice.NO_HINTS
        return session, (effects.Tell(notice),)
    hint = effects.ShowHint(hints[shown], shown + 1, len(hints))
    return replace(session, attempt=session.attempt.hinted()), (hint,)


def _rate(session: Session, deal: Deal, event: events.Rate) -> Step:
    attempt, when, verdict = session.attempt, event.when, session.attempt.verdict
    if session.stage is not Stage.RATING or verdict is None:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    review = _review(deal, attempt, verdict, event.rating or attempt.suggestion(verdict), when)
    before = deal.scheduled
    state = session.rules.scheduler.review(
        before.card,
        before.state,
        review.rating,
        at=when.at,
        day=when.day,
        aim=session.rules.aim(before),
    )
    review = replace(review, placed=placement(state))
    queue = _after_review(session, before, state)
    title = deal.card.words(deal.lang).title
    message = attempt.message or verdict.message
    tally = session.tally.plus(before, review, title=title, message=message)
    written: list[effects.Effect] = [_append(session, before.card, review, when)]
    if became_leech(before.state, state, threshold=session.rules.settings.leech_after):
        queue, effect = _leech(session, queue, before.with_state(state), when)
        written += effect
    offered = session.rules.requisites(before) if review.rating is Rating.AGAIN else ()
    if offered:
        written.append(effects.Offer(len(offered)))
    moved, shown = _next(replace(session, queue=queue, tally=tally, offered=offered), when)
    return moved, (*written, *shown)


def _leech(
    session: Session, queue: Queue, card: Scheduled, when: Moment
) -> tuple[Queue, tuple[effects.Effect, ...]]:
    """Flag or suspend a card that lapses again and again, in an entry of its own."""
    after = replace(when, id=EntryId(f"{when.id}-leech"))
    if session.rules.settings.leech_action is LeechAction.SUSPEND:
        append = _append(session, card.card, Suspend(), after)
        return queue.without(card.card), (append, effects.Tell(effects.Notice.LEECH_SUSPENDED))
    tell = effects.Tell(effects.Notice.LEECH)
    if card.state.flagged:
        return queue, (tell,)
    flagged = card.with_state(replace(card.state, flagged=True))
    return queue.returning(flagged), (_append(session, card.card, Flag(True), after), tell)


def _prepare(session: Session) -> Step:
    """Put what the forgotten card requires at the front of today's reviews."""
    held = {card.card for card in session.queue.reviews}
    wanted = tuple(card for card in session.offered if card.card not in held)
    if not session.offered:
        return session, (effects.Tell(effects.Notice.NOT_NOW),)
    queue = replace(session.queue, reviews=(*wanted, *session.queue.reviews))
    prepared = replace(session, queue=queue, offered=())
    return prepared, (effects.Tell(effects.Notice.PREPARED),)


def _review(deal: Deal, attempt: Attempt, verdict: Verdict, rating: Rating, when: Moment) -> Review:
    return Review(
        rating=rating,
        duration_ms=max(0, when.at - attempt.asked_at),
        variant=deal.question.variant,
        digest=deal.card.digest,
        response=" | ".join(attempt.texts) or None,
        outcome=verdict.outcome,
        mistake=attempt.mistake or verdict.mistake,
    )


def _after_review(session: Session, before: Scheduled, state: CardState) -> Queue:
    queue = session.queue.without(before.card)
    if session.rules.settings.bury_siblings:
        queue = queue.without_siblings(before.note)
    return queue.returning(before.with_state(state))


def _append(session: Session, card: CardId, event: JournalEvent, when: Moment) -> effects.Append:
    return effects.Append(
        Entry(
            id=when.id,
            learner=session.rules.learner,
            card=card,
            at=when.at,
            utc_offset=when.utc_offset,
            study_day=when.day,
            event=event,
        )
    )


def _skip(session: Session, deal: Deal, when: Moment) -> Step:
    queue = session.queue.without(deal.card.id)
    return _next(replace(session, queue=queue, skipped=session.skipped | {deal.card.id}), when)


def _put_away(
    session: Session, deal: Deal, event: JournalEvent, notice: effects.Notice, when: Moment
) -> Step:
    queue = session.queue.without(deal.card.id)
    moved, shown = _next(replace(session, queue=queue), when)
    return moved, (_append(session, deal.card.id, event, when), effects.Tell(notice), *shown)


def _flag(session: Session, deal: Deal, when: Moment) -> Step:
    on = not deal.scheduled.state.flagged
    state = replace(deal.scheduled.state, flagged=on)
    flagged = replace(deal, scheduled=deal.scheduled.with_state(state))
    notice = effects.Notice.FLAGGED if on else effects.Notice.UNFLAGGED
    append = _append(session, deal.card.id, Flag(on), when)
    return replace(session, deal=flagged), (append, effects.Tell(notice))


def _restored(session: Session, event: events.Restored) -> Step:
    """Ask the restored card if it is for today, else the one that was asked before, else go on."""
    tally = session.tally.minus(event.card) if event.was_answer else session.tally
    skipped = session.skipped - {event.card}
    back = replace(session, tally=tally, skipped=skipped)
    back = replace(back, queue=_unskipped(back, event.queue))
    current = session.deal.card.id if session.deal and session.stage is not Stage.OVER else None
    for wanted in (event.card, current):
        found = back.queue.find(wanted) if wanted else None
        if found is not None:
            return _ask(back, session.rules.deal(found), event.when)
    return _next(back, event.when)
