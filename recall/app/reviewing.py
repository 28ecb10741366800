"""The session and the store together: building a queue, appending entries, taking them back."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from recall.app.workspace import Workspace
from recall.errors import UsageError, did_you_mean
from recall.model.card import Card
from recall.model.ids import CardId, LearnerId
from recall.model.journal import Entry, Review, Undo
from recall.model.memory import CardState, Phase, Scheduled
from recall.model.settings import NewOrder, Settings
from recall.scheduling.fold import apply, fold, live, needs_refold
from recall.scheduling.load import Load
from recall.scheduling.queue import Queue, build_queue
from recall.scheduling.scheduler import Aim, Scheduler
from recall.session import Deal, Rules, Session, begin
from recall.session.deal import deal
from recall.session.machine import Step

if TYPE_CHECKING:
    from recall.app.compiling import Compiled
    from recall.store.open import Store
    from recall.store.quick import Glance
    from recall.store.transaction import Transaction


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which cards a session is about; empty means all."""

    decks: tuple[str, ...] = ()
    pillars: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lang: str | None = None
    new: int | None = None
    limit: int | None = None


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
        trained = self._read(lambda reads: reads.parameters(workspace.learner))
        settings = workspace.settings
        self.settings = replace(settings, parameters=trained) if trained else settings
        self.scheduler = Scheduler(self.settings)

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

    def start(self, choice: Choice) -> Step:
        """A session over today's queue, with its first question."""
        when = self.workspace.now()
        rules = Rules(
            learner=self.workspace.learner,
            settings=self.settings,
            scheduler=self.scheduler,
            deal=self.deal,
            limit=choice.limit,
            aim=self.aim,
            requisites=self.requisites,
        )
        return begin(rules, self.queue(choice, day=when.day), when)

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
            return _with_tags(tx, chosen, choice.tags)

    def queue(self, choice: Choice, *, day: int) -> Queue:
        """Today's queue for the chosen cards. Limits count what the whole day already had.

        Raises UsageError for a deck, a pillar or a tag that is not there.
        """
        cards = self._scheduled()
        done = self._read(lambda reads: reads.done_on(self.workspace.learner, day))
        chosen = self._choose(cards, choice)
        settings = self.settings
        if choice.new is not None:
            settings = _with_new(settings, done.total.new + choice.new)
        self._load = Load.of(cards)
        among = None if len(chosen) == len(cards) else {card.card for card in chosen}
        return build_queue(cards, day=day, settings=settings, done=done, among=among)

    def aim(self, scheduled: Scheduled) -> Aim:
        """What the next day of a card should heed: its deck's retention, and what else is due."""
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

    def append(self, entry: Entry) -> CardState:
        """Write one entry and the state it leads to, in one transaction."""
        with self.store.begin() as tx:
            state = append_entry(tx, entry, self.scheduler)
        answered = isinstance(entry.event, Review) and state.phase is Phase.REVIEW
        if answered and state.due_day is not None:
            self._load.add(state.due_day)
        return state

    def differs(self, session: Session, card: CardId, written: CardState) -> Scheduled | None:
        """The card as the store has it, if the session has it otherwise and still holds it."""
        held = session.queue.find(card)
        if held is None or replace(held.state, last_entry=written.last_entry) == written:
            return None
        return held.with_state(written)

    def take_back(self) -> Entry | None:
        """Undo the learner's last entry; the entry that was taken back."""
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


STEP_BACK_MS = 3_600_000
"""A clock that went back by less than this is taken for a correction, and order is kept."""


def append_entry(tx: "Transaction", entry: Entry, scheduler: Scheduler) -> CardState:
    """Append an entry and cache the state that it leads to.

    After a small step back of the clock the entry is written a millisecond after the learner's
    last one, so that the order of writing stays the order of time. After a large one (a clock that
    was wrong, a time tried out with RECALL_NOW) the entry stands where its time puts it.
    """
    tx.ensure_learner(entry.learner, now=entry.at)
    for last in tx.last_entries(entry.learner, limit=1):
        if entry.at <= last.at < entry.at + STEP_BACK_MS:
            entry = replace(entry, at=last.at + 1)
    before = tx.state(entry.learner, entry.card)
    tx.append([entry])
    if needs_refold(before, entry):
        state = fold(tx.entries(entry.learner, card=entry.card), scheduler)
    else:
        state = apply(before, entry, scheduler)
    tx.put_states(entry.learner, {entry.card: state})
    return state


def append_in_order(tx: "Transaction", learner: LearnerId, entries: Sequence[Entry]) -> None:
    """Append many new entries of a learner, all after the last one: as `append_entry` does."""
    for last in tx.last_entries(learner, limit=1) if entries else ():
        behind = last.at + 1 - entries[0].at
        if 0 < behind <= STEP_BACK_MS:
            entries = [replace(entry, at=entry.at + behind) for entry in entries]
    tx.append(entries)


def last_live_entry(tx: "Transaction", learner: LearnerId) -> Entry | None:
    """The learner's newest entry that is no undo and was not taken back."""
    limit, seen = 32, 0
    alive: dict[CardId, set[str]] = {}
    while True:
        entries = tx.last_entries(learner, limit=limit)
        for entry in entries[seen:]:
            if isinstance(entry.event, Undo):
                continue
            if entry.card not in alive:
                journal = tx.entries(learner, card=entry.card)
                alive[entry.card] = {kept.id for kept in live(journal)}
            if entry.id in alive[entry.card]:
                return entry
        if len(entries) < limit:
            return None
        seen, limit = limit, limit * 4


def choose_cards(cards: Sequence[Scheduled], choice: Choice) -> list[Scheduled]:
    """The cards of the chosen decks and pillars; a pillar named as a deck means all its decks.

    Raises UsageError for a deck or a pillar that is not there.
    """
    by_pillar: dict[str, set[str]] = {}
    for card in cards:
        by_pillar.setdefault(card.pillar, set()).add(card.deck)
    named = [name for name in choice.decks if name not in by_pillar]
    decks = _known(named, {c.deck for c in cards}, "deck", short=True)
    decks.update(*(by_pillar[name] for name in choice.decks if name in by_pillar))
    pillars = _known(choice.pillars, set(by_pillar), "pillar")
    return [
        card
        for card in cards
        if (not decks or card.deck in decks) and (not pillars or card.pillar in pillars)
    ]


def _with_tags(
    tx: "Transaction", cards: Sequence[Scheduled], tags: Sequence[str]
) -> list[Scheduled]:
    """The cards that have one of the tags. Raises UsageError for a tag that no card has."""
    tagged = tx.cards(card.card for card in cards)
    _known(tags, {tag for card in tagged.values() for tag in card.tags}, "tag")
    wanted = set(tags)
    return [c for c in cards if c.card in tagged and wanted & set(tagged[c.card].tags)]


def _known(wanted: Sequence[str], known: set[str], what: str, *, short: bool = False) -> set[str]:
    found: set[str] = set()
    for name in wanted:
        same = {k for k in known if k == name or (short and k.rpartition("/")[2] == name)}
        if not same:
            hint = did_you_mean(name, frozenset(known))
            listed = ", ".join(sorted(known)) or "none"
            raise UsageError(f"there is no {what} “{name}”.{hint}", f"Known: {listed}.")
        found |= same
    return found
