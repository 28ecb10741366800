"""The cards of today's queue that are not due, but were brought forward for an exam."""

from collections import defaultdict
from collections.abc import Iterable

from recall.model.memory import Phase, Scheduled
from recall.model.settings import Settings
from recall.scheduling.done import Done
from recall.scheduling.exam import LONGEST_LEAD, Exam, Outlook, brought_forward
from recall.scheduling.replay import Fsrs6


def for_exam(
    cards: Iterable[Scheduled], settings: Settings, *, day: int, done: Done
) -> list[Scheduled]:
    """The cards in review that the exams of their pillars want today although they are not due.

    Decks of another desired retention are planned by themselves.
    """
    exams = {one.name: settings.exam_of(one.name) for one in settings.pillars}
    general = settings.exam_of("")
    if general is None and not any(exams.values()):
        return []
    about: defaultdict[Exam, list[tuple[Scheduled, Outlook]]] = defaultdict(list)
    for card in cards:
        found = exams.get(card.pillar, general)
        if found is None or not 0 < found[0] - day <= LONGEST_LEAD or card.state.suspended:
            continue
        outlook = Outlook.of(card.state) if card.state.phase is Phase.REVIEW else None
        if outlook is not None:
            retention = settings.retention_of(card.pillar, card.deck)
            about[Exam(*found, retention)].append((card, outlook))
    if not about:
        return []
    model = Fsrs6(settings.parameters)
    return [
        card
        for exam, held in about.items()
        for card in _of_exam(exam, held, model, day=day, done=done)
    ]


def _of_exam(
    exam: Exam, held: list[tuple[Scheduled, Outlook]], model: Fsrs6, *, day: int, done: Done
) -> list[Scheduled]:
    pillars = {card.pillar for card, _ in held}
    chosen = brought_forward(
        [outlook for _, outlook in held],
        exam,
        model,
        day=day,
        usual_load=sum(1 / max(1, card.state.interval) for card, _ in held),
        already=sum(tally.early for name, tally in done.by_pillar.items() if name in pillars),
    )
    return [held[index][0] for index in chosen if _may_come(held[index][0], day)]


def _may_come(card: Scheduled, day: int) -> bool:
    state = card.state
    buried = state.buried_day is not None and state.buried_day >= day
    return not buried and state.due_day is not None and state.due_day > day
