"""The placement test over the store: what may be asked, and the notes that were known begun."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from recall.app.batches import take_back_batch, write_batch
from recall.app.choosing import Choice
from recall.app.quizzing import Quiz
from recall.app.reviewing import Desk
from recall.errors import UsageError
from recall.model.card import Card
from recall.model.ids import CardId
from recall.model.journal import Import
from recall.model.memory import Phase, Scheduled
from recall.model.question import Choose, Question, TypeNumbers, TypeText
from recall.scheduling.path import knows
from recall.scheduling.replay import Fsrs6
from recall.session.placement import Placement, Subject
from recall.session.quiz import number_of

PLACED = "-placed"
"""How the ids of entries end that a placement wrote."""

ANSWERED_DAYS, INFERRED_DAYS = 30.0, 15.0
"""Stability given to a note that was answered right, and to one that follows from others."""

SPREAD = 0.3
"""The first reviews lie within this share around the stability, so that they do not all meet."""

GOOD = 3


@dataclass(frozen=True, slots=True)
class Begun:
    """A card that is to begin in review, with its first due date."""

    card: Scheduled
    event: Import


class Placing:
    """A placement test over the chosen cards. Nothing is written before `write`."""

    def __init__(self, desk: Desk, choice: Choice, *, seed: int) -> None:
        """Raises UsageError if no chosen note is new."""
        self.desk, self.seed = desk, seed
        self.cards: dict[str, list[Scheduled]] = {}
        for card in desk.chosen(choice):
            if not card.state.suspended:
                self.cards.setdefault(card.note, []).append(card)
        self.settled = {
            note
            for note, held in self.cards.items()
            if all(knows(card, desk.settings.path_stability) for card in held)
        }
        self.fresh = [note for note, held in self.cards.items() if all(map(_is_new, held))]
        if not self.fresh:
            raise UsageError("every note of the choice has been begun already")
        with desk.store.read() as tx:
            bodies = tx.cards(card.card for held in self.cards.values() for card in held)
            decks = {str(deck.id): deck.prerequisites for deck in tx.decks()}
        self._asked = {note: _best(held, bodies) for note, held in self.cards.items()}
        subjects = [
            Subject(
                note, held[0].deck, held[0].requires,
                guess=_guess(bodies[self._asked[note].card].body.question()),
            )
            for note, held in self.cards.items()
        ]  # fmt: skip
        begun = set(self.cards) - set(self.fresh) - self.settled
        self.test = Placement.of(subjects, known=self.settled, decks=decks)
        # What is being learned is neither known nor worth a question.
        self.test.asked |= begun

    def question(self) -> Quiz | None:
        """The next question as a quiz of one card; None when enough is known."""
        note = self.test.next()
        if note is None:
            return None
        return Quiz(self.desk, (self._asked[note],), seed=self.seed)

    def known(self) -> list[Begun]:
        """The cards of the new notes that the learner knows, with their first due dates."""
        found = self.test.known()
        today = self.desk.workspace.now().day
        difficulty = Fsrs6(self.desk.settings.parameters).first(GOOD)[1]
        begun = []
        for note in found:
            if note not in self.fresh:
                continue
            days = ANSWERED_DAYS if note in self.test.right else INFERRED_DAYS
            for card in self.cards[note]:
                place = number_of(0, card.card) / 2**31
                ahead = round(days * (1 - SPREAD + 2 * SPREAD * place))
                begun.append(Begun(card, Import(days, difficulty, today + ahead)))
        return begun

    def write(self, begun: Sequence[Begun]) -> int:
        """Begin these cards, in one transaction; how many there were."""
        return write_batch(self.desk, ((b.card.card, b.event) for b in begun), ending=PLACED)


def take_back_placement(desk: Desk) -> int:
    """Undo every placement of a card that was not reviewed since; how many there were."""
    return take_back_batch(desk, ending=PLACED)


def _is_new(card: Scheduled) -> bool:
    return card.state.phase is Phase.NEW


def _best(held: Sequence[Scheduled], bodies: Mapping[CardId, Card]) -> Scheduled:
    """The card of a note whose answer tells most: the one that is hardest to guess."""
    return min(held, key=lambda card: _guess(bodies[card.card].body.question()))


def _guess(question: Question) -> float:
    """The chance of a right answer without knowing; one's own judgement is kind."""
    match question.input:
        case TypeNumbers():
            return 0.02
        case TypeText():
            return 0.05
        case Choose(options) if not question.input.multiple:
            return 1 / max(2, len(options))
        case _:
            return 0.15
