"""The learner's figures from the store: work and retention by period and pillar, mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from recall.app.reviewing import Desk
from recall.model.journal import Entry
from recall.scheduling.statistics import Statistics, statistics
from recall.store.transaction import Transaction

PERIODS: tuple[int | None, ...] = (1, 7, 30, 365, None)
"""How many study days back each period reaches, today included; None is everything."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics, the study day they are seen from, and the titles of the pillars."""

    study_day: int
    statistics: Statistics
    titles: dict[str, str]


def figures(desk: Desk) -> Figures:
    """The learner's figures, with the memory parameters in use."""
    with desk.store.read() as tx:
        found = statistics(_journals(desk, tx), parameters=desk.settings.parameters)
    return Figures(desk.workspace.now().day, found, desk.pillar_titles())


def _journals(desk: Desk, tx: Transaction) -> Iterator[tuple[str, Iterator[Entry]]]:
    """Each card's pillar with its journal. Cards that vanished are under no pillar: ''."""
    learner = desk.workspace.learner
    pillars = {card.card: card.pillar for card in tx.scheduled(learner)}
    for card, entries in groupby(tx.stream(learner), key=lambda entry: entry.card):
        yield pillars.get(card, ""), entries
