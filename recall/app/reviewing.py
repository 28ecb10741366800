"""The session and the store together: building a queue, appending entries, taking them back.

What the first question needs is loaded with this module; the rest when it is used.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from recall.app.choosing import Choice, choose_cards, with_tags
from recall.app.workspace import Workspace
from recall.errors import UsageError
from recall.model.card import Card
from recall.model.ids import CardId
from recall.model.memory import CardState, Phase, Scheduled
from recall.model.moment import Moment
from recall.model.settings import NewOrder, Settings
from recall.scheduling.load import Load
from recall.scheduling.queue import Queue, build_queue
from recall.session.deal import Deal, deal

if TYPE_CHECKING:
    from recall.app.compiling import Compiled
    from recall.model.journal import Entry
    from recall.scheduling.scheduler import Aim, Scheduler
    from recall.session.machine import Session, Step
    from recall.store.open import Store
    from recall.store.quick import Glance
    from recall.store.transaction import Transaction


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opening:
    """How a session begins: the moment, today's queue, and the first question, if there is one."""

    when: Moment
    queue: Queue
    deal: Deal | None


class Desk:
    """One learner's place in one store. Every answer is a transaction of its own."""

    def __init__(
        self,
        workspace: Workspace,
        store: "Store | None" = None,
        *,
        lang: str | None = None,
        open_store: "Callable[[], Store] | None" = None,
    ) -> None:
        """A desk over an open store, or over one that is opened when the file does not answer.

        `open_store` is called at most once, at the first write or the first other question.
        """
        self.workspace = workspace
        self.lang = lang or workspace.settings.lang
        self._store, self._open = store, open_store
        self._cards: dict[CardId, Card] = {}
        self._load = Load()
        self._pool: list[Scheduled] = []
        self._new_before: dict[int, int] = {}
        trained = self._read(lambda reads: reads.parameters(workspace.learner))
        settings = workspace.settings
        self.settings = replace(settings, parameters=trained) if trained else settings

    @cached_property
    def scheduler(self) -> "Scheduler":
        """The scheduler of the settings in use."""
        from recall.scheduling.scheduler import Scheduler

        return Scheduler(self.settings)

    @property
    def store(self) -> "Store":
        """The open store."""
        if self._store is None:
            assert self._open is not None
            self._store = self._open()
        return self._store

    def _read(self, ask: "Callable[[Transaction | Glance], T]") -> T:
        """Ask the SQLite file alone while the store is not open yet, else the store."""
        path = self.workspace.store_path
        if self._store is None and path is not None:
            from recall.store.quick import Glance, Unanswered

            with suppress(Unanswered):
                return ask(Glance(path))
        with self.store.read() as tx:
            return ask(tx)

    def refresh(self) -> "Compiled | None":
        """Compile if a deck file changed."""
        from recall.app.compiling import compile_if_changed

        return compile_if_changed(self.workspace, self.store)

    def open_session(self, choice: Choice) -> Opening:
        """Today's queue and the question that a session over it begins with."""
        when = self.workspace.now()
        queue = self.queue(choice, day=when.day)
        first = queue.next(now=when.at, learn_ahead_ms=self.settings.learn_ahead * 1000)
        return Opening(when, queue, None if first is None else self.deal(first))

    def start(self, choice: Choice, opening: Opening | None = None) -> "Step":
        """A session over today's queue, with its first question: that of the opening, if any."""
        from recall.session.machine import Rules, begin

        opening = opening or self.open_session(choice)
        rules = Rules(
            learner=self.workspace.learner,
            settings=self.settings,
            scheduler=self.scheduler,
            deal=self.deal,
            limit=choice.limit,
            aim=self.aim,
            requisites=self.requisites,
        )
        return begin(rules, opening.queue, opening.when)

    def chosen(self, choice: Choice) -> list[Scheduled]:
        """The chosen cards with their states. Raises UsageError as `queue` does."""
        return self._choose(self._scheduled(), choice)

    def _scheduled(self) -> list[Scheduled]:
        self._pool = self._read(lambda reads: reads.scheduled(self.workspace.learner))
        return self._pool

    def _choose(self, cards: Sequence[Scheduled], choice: Choice) -> list[Scheduled]:
        if not (choice.decks or choice.pillars or choice.tags):
            return list(cards)
        chosen = choose_cards(cards, choice)
        if not choice.tags:
            return chosen
        with self.store.read() as tx:
            return with_tags(tx, chosen, choice.tags)

    def queue(self, choice: Choice, *, day: int) -> Queue:
        """Today's queue for the chosen cards. Limits count what the whole day already had.

        Raises UsageError for a deck, a pillar or a tag that is not there.
        """
        cards = self._scheduled()
        done = self._read(lambda reads: reads.done_on(self.workspace.learner, day))
        chosen = self._choose(cards, choice)
        settings = self.settings
        if choice.new is not None:
            # What the day had before: an undo within the session gives back one, not all.
            before = self._new_before.setdefault(day, done.total.new)
            settings = _with_new(settings, before + choice.new)
        self._load = Load.of(cards)
        among = None if len(chosen) == len(cards) else {card.card for card in chosen}
        return build_queue(cards, day=day, settings=settings, done=done, among=among)

    def aim(self, scheduled: Scheduled) -> "Aim":
        """What the next day of a card should heed: its deck's retention, and what else is due."""
        from recall.scheduling.scheduler import Aim

        retention = self.settings.retention_of(scheduled.pillar, scheduled.deck)
        return Aim(retention, self._load)

    def requisites(self, card: Scheduled) -> tuple[Scheduled, ...]:
        """The cards in review of the notes that a card requires, if they were not asked today."""
        if not card.requires:
            return ()
        learner, today = self.workspace.learner, self.workspace.now().day
        # This stands between two cards: of all states only those few are read anew.
        few = [other for other in self._pool if other.note in card.requires]
        with self.store.read() as tx:
            now = [other.with_state(tx.state(learner, other.card)) for other in few]
        return tuple(
            other
            for other in now
            if other.state.phase is Phase.REVIEW
            and not other.state.suspended
            and other.state.last_day != today
        )

    def deal(self, scheduled: Scheduled) -> Deal:
        """The question of a card, loaded when it is needed."""
        card = self._cards.get(scheduled.card)
        if card is None:
            found = self._read(lambda reads: reads.card(scheduled.card))
            if found is None:
                raise UsageError(f"the card {scheduled.card} has vanished", "Start again.")
            card = self._cards[scheduled.card] = found
        return deal(card, scheduled, lang=self.lang)

    def untranslated(self) -> str | None:
        """The language that was asked for, if no deck has it."""
        if self.lang is None:
            return None
        decks = self._read(lambda reads: reads.decks())
        spoken = {lang for deck in decks for lang in deck.titles}
        known = self.lang in spoken or self.lang.partition("-")[0] in spoken or not spoken
        return None if known else self.lang

    def pillar_titles(self) -> dict[str, str]:
        """The title of each pillar in the learner's language."""
        pillars = self._read(lambda reads: reads.pillars())
        return {pillar.id: pillar.title(self.lang) for pillar in pillars}

    def source_file(self, card: Card) -> Path | None:
        """The deck file a card comes from; None if it is a shipped one."""
        return self.deck_path(card.span.path, shipped=False)

    def deck_path(self, shown: str, *, shipped: bool = True) -> Path | None:
        """The deck file that diagnostics call `shown`; None if it is not there.

        Without `shipped` one of the shipped decks is None too.
        """
        for root in self.workspace.roots:
            inside = shown.removeprefix(f"{root.shown}/")
            if inside != shown and (shipped or not root.shipped) and (root.path / inside).is_file():
                return root.path / inside
        return None

    def due_tomorrow(self, day: int) -> int:
        """How many reviews are due on the study day after `day`, as far as is known today."""
        return self._load.count(day + 1)

    def forget_cards(self) -> None:
        """Read cards anew: their decks were edited."""
        self._cards.clear()

    def append(self, entry: "Entry") -> CardState:
        """Write one entry and the state it leads to, in one transaction."""
        from recall.app.appending import append_entry
        from recall.model.journal import Review

        with self.store.begin() as tx:
            state = append_entry(tx, entry, self.scheduler)
        answered = isinstance(entry.event, Review) and state.phase is Phase.REVIEW
        if answered and state.due_day is not None:
            self._load.add(state.due_day)
        return state

    def differs(self, session: "Session", card: CardId, written: CardState) -> Scheduled | None:
        """The card as the store has it, if the session has it otherwise and still holds it."""
        held = session.queue.find(card)
        if held is None or replace(held.state, last_entry=written.last_entry) == written:
            return None
        return held.with_state(written)

    def take_back(self) -> "Entry | None":
        """Undo the learner's last entry; the entry that was taken back."""
        from recall.app.appending import append_entry, last_live_entry
        from recall.model.journal import Entry, Undo

        when = self.workspace.now()
        with self.store.begin() as tx:
            last = last_live_entry(tx, self.workspace.learner)
            if last is None:
                return None
            undo = Entry(
                id=when.id,
                learner=last.learner,
                card=last.card,
                at=when.at,
                utc_offset=when.utc_offset,
                study_day=when.day,
                event=Undo(last.id),
            )
            append_entry(tx, undo, self.scheduler)
        return last


def _with_new(settings: Settings, limit: int) -> Settings:
    """The settings with a number of new cards that the learner asked for.

    Neither the limit of a pillar nor the learning path keeps them back: whoever names a number
    wants to go on.
    """
    pillars = tuple(replace(pillar, new_per_day=None) for pillar in settings.pillars)
    return replace(settings, new_per_day=limit, pillars=pillars, new_order=NewOrder.DECK)
