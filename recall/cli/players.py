"""Who answers: a person at a terminal, or lines from a pipe. Both give the same events."""

import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Protocol, TypeAlias, assert_never

from recall.cli.keys import REDRAW, Keys
from recall.model.moment import Moment
from recall.model.question import (
    Choose,
    Chosen,
    InputSpec,
    Reveal,
    Tick,
    Ticked,
    Typed,
    TypeNumbers,
    TypeText,
)
from recall.model.rating import Rating
from recall.session import events
from recall.session.answers import read_selection, selection_text, shown_order
from recall.session.deal import Deal
from recall.session.events import Event
from recall.session.machine import Session, Stage


class Local(StrEnum):
    """What the front end does itself, without the session."""

    KEYS = "keys"
    EDIT = "edit"
    OPEN = "open"
    REDRAW = "redraw"
    MARKED = "marked"
    UNREAD = "unread"


Action: TypeAlias = Callable[[Moment], Event] | Local


class Player(Protocol):
    """A source of actions. `marked` holds what is ticked so far, as shown positions from 0."""

    marked: frozenset[int]

    def act(self, session: Session) -> Action:
        """The next action in this state of the session."""

    def asked(self, spec: InputSpec) -> None:
        """A question has just been shown: nothing is ticked, and a line begins empty."""

    def shown(self) -> None:
        """The answer has just been shown: forget what was typed ahead."""

    def aside(self) -> AbstractContextManager[None]:
        """A time in which another program has the terminal."""


COMMANDS: dict[str, Action] = {
    "h": events.Hint,
    "u": events.Undo,
    "s": events.Skip,
    "b": events.Bury,
    "x": events.Suspend,
    "f": events.Flag,
    "p": events.Prepare,
    "q": events.Stop,
    "e": Local.EDIT,
    "o": Local.OPEN,
    REDRAW: Local.REDRAW,
    "?": Local.KEYS,
    "？": Local.KEYS,
}
SHOW = (" ", "\r", "　")


def typed(session: Session, text: str) -> Action:
    """The action of a typed line: nothing shows the answer, `:h` and the like are commands."""
    line = text.strip()
    if not line:
        return events.Reveal
    if line[0] in ":：" and line[1:].strip() in COMMANDS:
        return COMMANDS[line[1:].strip()]
    assert session.deal is not None
    spec = session.deal.question.input
    if line in ("?", "？"):
        return Local.KEYS
    if isinstance(spec, TypeNumbers):
        part = spec.parts[session.attempt.part].name
        return partial(events.Answer, Typed(line, part, session.attempt.typed), line)
    return partial(events.Answer, Typed(line), line)


def chosen(deal: Deal, shown: frozenset[int]) -> Action:
    """The action of choosing options by their shown positions."""
    order = shown_order(deal)
    indices = frozenset(order[position] for position in shown)
    return partial(events.Answer, Chosen(indices), selection_text(indices))


def ticked(points: frozenset[int]) -> Action:
    """The action of ticking points."""
    return partial(events.Answer, Ticked(points), selection_text(points))


@dataclass
class TerminalPlayer:
    """A person: single keys, and lines with editing for typed answers."""

    keys: Keys
    marked: frozenset[int] = frozenset()

    def asked(self, spec: InputSpec) -> None:
        """Drop keys that were meant for the last card, where they would land in a typed answer."""
        self.marked = frozenset()
        if isinstance(spec, TypeNumbers | TypeText):
            self.keys.drop()

    def shown(self) -> None:
        """Drop type-ahead, so that a double space cannot rate a card unseen."""
        self.keys.drop()
        self.marked = frozenset()

    def aside(self) -> AbstractContextManager[None]:
        """The terminal as it was before the session."""
        return self.keys.cooked()

    def act(self, session: Session) -> Action:
        """Read keys until one means something, or a whole line for a typed answer."""
        assert session.deal is not None
        spec = session.deal.question.input
        match session.stage:
            case Stage.ASKING if isinstance(spec, TypeNumbers | TypeText):
                return self._line(session)
            case Stage.RATING:
                return self._rating()
            case Stage.TICKING if isinstance(spec, Tick):
                return self._ticks(len(spec.points))
            case Stage.ASKING if isinstance(spec, Choose):
                return self._choice(session.deal, spec)
            case _:
                return self._plain()

    def _line(self, session: Session) -> Action:
        with self.keys.cooked():
            with suppress(ImportError):
                import readline  # noqa: F401  # arrow keys and editing in input()
            try:
                return typed(session, input("> "))
            except EOFError:
                return events.Stop

    def _plain(self) -> Action:
        while True:
            key = self.keys.read()
            if not key:
                return events.Stop
            if key in SHOW:
                return events.Reveal
            if key in COMMANDS:
                return COMMANDS[key]

    def _rating(self) -> Action:
        while True:
            key = self.keys.read()
            if not key:
                return events.Stop
            if key == "\r":
                return partial(events.Rate, None)
            if key in tuple("1234"):
                return partial(events.Rate, Rating(int(key)))
            if key in COMMANDS:
                return COMMANDS[key]

    def _ticks(self, total: int) -> Action:
        key = self.keys.read()
        if not key:
            return events.Stop
        if key == "\r":
            return ticked(self.marked)
        if key in ("a", "A"):
            self.marked = frozenset(range(total))
            return Local.MARKED
        return self._toggle(key, total) or COMMANDS.get(key, Local.MARKED)

    def _choice(self, deal: Deal, spec: Choose) -> Action:
        while True:
            key = self.keys.read()
            if not key:
                return events.Stop
            total = len(spec.options)
            if not spec.multiple and key in _digits(total):
                return chosen(deal, frozenset({int(key) - 1}))
            if spec.multiple and key == "\r" and self.marked:
                return chosen(deal, self.marked)
            if key in SHOW:
                return events.Reveal
            action = self._toggle(key, total) or COMMANDS.get(key)
            if action is not None:
                return action

    def _toggle(self, key: str, total: int) -> Action | None:
        if key not in _digits(total):
            return None
        self.marked = self.marked ^ {int(key) - 1}
        return Local.MARKED


def _digits(total: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, min(total, 9) + 1))


class PipePlayer:
    """Lines of standard input, one answer a line; the suggested rating is taken.

    A card that is only revealed takes its rating as the line (empty: the suggested one).
    """

    marked: frozenset[int] = frozenset()

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._then: list[Action] = []

    def asked(self, spec: InputSpec) -> None:
        """A pipe ticks nothing ahead."""

    def shown(self) -> None:
        """Nothing is typed ahead of a pipe."""

    def aside(self) -> AbstractContextManager[None]:
        """A pipe has no terminal to give away."""
        return nullcontext()

    def act(self, session: Session) -> Action:
        """The next line's action; the end of the input stops the session."""
        if self._then:
            return self._then.pop(0)
        if session.stage is Stage.RATING:
            return partial(events.Rate, None)
        line = next(self._lines, None)
        return events.Stop if line is None else self._read(session, line.rstrip("\r\n"))

    def _read(self, session: Session, line: str) -> Action:
        assert session.deal is not None
        spec = session.deal.question.input
        if isinstance(spec, TypeNumbers | TypeText):
            return typed(session, line)
        word = line.strip().removeprefix(":")
        if word in COMMANDS:
            return COMMANDS[word]
        match spec:
            case Reveal():
                word = unicodedata.normalize("NFKC", word)
                if word not in ("", "1", "2", "3", "4"):
                    return Local.UNREAD
                rating = Rating(int(word)) if word else None
                self._then = [partial(events.Rate, rating)]
                return events.Reveal
            case Choose():
                if not word:
                    return events.Reveal
                selection = read_selection(word, len(spec.options))
                return chosen(session.deal, selection) if selection else Local.UNREAD
            case Tick():
                points = read_selection(word, len(spec.points)) if word else frozenset[int]()
                if points is None:
                    return Local.UNREAD
                self._then = [ticked(points)]
                return events.Reveal
            case _:
                assert_never(spec)


def lines_of_stdin() -> Iterator[str]:
    """The lines of standard input as UTF-8, without a byte-order mark; none if it is closed."""
    if sys.stdin is None:
        return
    for number, raw in enumerate(sys.stdin.buffer):
        text = raw.decode("utf-8", errors="replace")
        yield text.removeprefix("\ufeff") if number == 0 else text
