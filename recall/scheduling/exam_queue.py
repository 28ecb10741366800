"""The cards of today's queue that are not due, but were brought forward for an exam."""

from collections import defaultdict
from collections.abc import Iterable

from recall.model.memory import Phase, Scheduled
from recall.model.settings import Settings
from recall.scheduling.exam import LONGEST_LEAD, Exam, Outlook, brought_forward
from recall.scheduling.replay import Fsrs6


def for_exam(cards: Iterable[Scheduled], settings: Settings, *, day: int) -> list[Scheduled]:
    """The cards in review that the exams of their pillars want today although they are not due."""
    exams = {one.name: settings.exam_of(one.name) for one in settings.pillars}
    general = settings.exam_of("")
    if general is None and not any(exams.values()):
        return []
    about: defaultdict[tuple[int, float], list[Scheduled]] = defaultdict(list)
    for card in cards:
        exam = exams.get(card.pillar, general)
        if exam is not None and 0 < exam[0] - day <= LONGEST_LEAD and _counts(card):
            about[exam].append(card)
    model = Fsrs6(settings.parameters) if about else None
    found: list[Scheduled] = []
    for (exam_day, target), held in about.items():
        assert model is not None
        load = sum(1 / max(1, card.state.interval) for card in held)
        exam_ = Exam(exam_day, target, settings.desired_retention)
        chosen = brought_forward(
            [_outlook(card) for card in held], exam_, model, day=day, usual_load=load
        )
        found += [held[index] for index in chosen if _may_come(held[index], day)]
    return found


def _counts(card: Scheduled) -> bool:
    """True for a card in review that is not put away."""
    state = card.state
    return state.phase is Phase.REVIEW and not state.suspended and state.stability is not None


def _outlook(card: Scheduled) -> Outlook:
    state = card.state
    last = 0 if state.last_day is None else state.last_day
    due = last if state.due_day is None else state.due_day
    return Outlook(state.stability or 1.0, state.difficulty or 5.0, last, due)


def _may_come(card: Scheduled, day: int) -> bool:
    state = card.state
    buried = state.buried_day is not None and state.buried_day >= day
    return not buried and state.due_day is not None and state.due_day > day
