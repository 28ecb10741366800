"""A quiz over the cards of the store: its questions, and its answers written on request."""

from collections.abc import Sequence
from dataclasses import replace

from recall.app.choosing import Choice
from recall.app.reviewing import Desk
from recall.errors import UsageError
from recall.model.card import Card
from recall.model.journal import Entry
from recall.model.memory import Scheduled
from recall.scheduling.queue import Queue
from recall.session.deal import Deal
from recall.session.machine import Rules, Step, begin
from recall.session.quiz import draw_cards, number_of

_TRIES = 20


class Quiz:
    """The questions of one quiz. Nothing is written before `commit`."""

    def __init__(self, desk: Desk, cards: tuple[Scheduled, ...], *, seed: int) -> None:
        """A quiz of these cards, in order."""
        self.desk, self.cards, self.seed = desk, cards, seed

    @classmethod
    def draw(cls, desk: Desk, choice: Choice, *, count: int, seed: int) -> "Quiz":
        """Draw the questions. Raises UsageError if nothing is there to be asked."""
        cards = draw_cards(desk.chosen(choice), count=count, seed=seed)
        if not cards:
            raise UsageError("there are no cards to ask", "Choose other decks, pillars or tags.")
        return cls(desk, cards, seed=seed)

    def start(self, *, retry: bool) -> Step:
        """A session over the questions, each asked once; with the first of them."""
        desk, when = self.desk, self.desk.workspace.now()
        # No card comes back within the quiz.
        settings = replace(desk.settings, learn_ahead=0, bury_siblings=False)
        rules = Rules(
            learner=desk.workspace.learner,
            settings=settings,
            scheduler=desk.scheduler,
            deal=self.deal,
            limit=len(self.cards),
            aim=desk.aim,
            retry=retry,
        )
        return begin(rules, Queue(when.day, reviews=self.cards), when)

    def deal(self, scheduled: Scheduled) -> Deal:
        """The question of a card, with numbers of the quiz's own: not those of its next review."""
        usual = self.desk.deal(scheduled)
        variant = usual.question.variant
        if variant is None:
            return usual
        body = usual.card.words(usual.lang).body
        return replace(usual, question=body.question(self._fresh(usual.card, variant)))

    def _fresh(self, card: Card, usual: int) -> int | None:
        for turn in range(_TRIES):
            drawn = card.body.draw(card.id, number_of(self.seed, f"{card.id}/{turn}"))
            if drawn != usual:
                return drawn
        return usual

    def commit(self, entries: Sequence[Entry]) -> int:
        """Write the answers into the journal, in order; how many there were."""
        for entry in entries:
            self.desk.append(entry)
        return len(entries)
