"""A review being played: events from a player, effects to store and view."""

import os
from typing import TypeAlias, assert_never

import click

from recall.app.choosing import Choice
from recall.app.reviewing import Desk, Opening
from recall.cli.output import talk, tell_compiled
from recall.cli.players import Local, Player
from recall.cli.view import View
from recall.errors import RecallError
from recall.model.ids import CardId
from recall.model.journal import Entry, Review
from recall.model.moment import Moment
from recall.model.question import Choose, Tick
from recall.session import effects, events
from recall.session.machine import Session, Stage, Step, corrected, step
from recall.store.errors import StoreLocked

Shown: TypeAlias = (
    effects.Ask
    | effects.ShowHint
    | effects.Graded
    | effects.ShowPoints
    | effects.ShowAnswer
    | effects.Tell
    | effects.Offer
    | effects.Finish
)
"""What a session puts on the screen."""

PATIENCE = 4
"""How often an answer is written while another program holds the store."""


class Playing:
    """A session being played: events from a player, effects to store and view."""

    def __init__(self, desk: Desk, view: View, player: Player, choice: Choice) -> None:
        self.desk = desk
        self.view = view
        self.player = player
        self.choice = choice
        self._shown: list[Shown] = []
        self._locked = 0

    def run(self, opening: Opening, *, shown: bool = False) -> None:
        """Play to the end; `shown` if the first question stands on the screen already.

        Ctrl-C stops it like `q`: every confirmed answer is saved.
        """
        self._locked = opening.queue.waiting.locked
        session, todo = self.desk.start(self.choice, opening)
        if shown:
            for effect in todo:
                if isinstance(effect, effects.Ask):
                    self._shown.append(effect)
                    self.player.asked(effect.deal.question.input)
        else:
            self._perform((session, todo))
        while session.stage is not Stage.OVER:
            try:
                action = self.player.act(session)
            except KeyboardInterrupt:
                talk("")
                self._perform(step(session, events.Stop(self._now())))
                raise
            if isinstance(action, Local):
                session = self._local(session, action)
                continue
            when = self._now()
            if when.day != session.queue.day:
                queue = self.desk.queue(self.choice, day=when.day)
                session, _ = step(session, events.Rebuilt(queue, when))
            session = self._perform(step(session, action(when)))

    def _now(self) -> Moment:
        return self.desk.workspace.now()

    def _perform(self, taken: Step) -> Session:
        """Do what the machine asks, in its order; an undo leads to further steps."""
        session, todo = taken
        for effect in todo:
            match effect:
                case effects.Append():
                    session = self._append(session, effect.entry)
                case effects.TakeBack():
                    return self._take_back(session)
                case _:
                    self._show(effect)
        return session

    def _append(self, session: Session, entry: Entry) -> Session:
        """Write an answer before anything else is shown; wait for a store that is in use."""
        for attempt in range(1, PATIENCE + 1):
            try:
                written = self.desk.append(entry)
                break
            except StoreLocked:
                if attempt == PATIENCE:
                    raise
                self.view.line(self.view.say("busy"), "yellow")
        elsewhere = self.desk.differs(session, entry.card, written)
        return session if elsewhere is None else corrected(session, elsewhere)

    def _show(self, effect: Shown) -> None:
        """Print something new, and forget keys that were meant for what stood there before."""
        if isinstance(effect, effects.Ask) and effect.part == 0:
            self._shown.clear()
        self._shown.append(effect)
        self._print(effect)
        match effect:
            case effects.Ask():
                self.player.asked(effect.deal.question.input)
            case effects.ShowPoints() | effects.ShowAnswer():
                self.player.shown()
            case _:
                pass

    def _print(self, effect: Shown) -> None:
        match effect:
            case effects.Ask():
                left = self.view.left(effect.left, pace_ms=effect.pace_ms)
                self.view.ask(effect.deal, left=left, part=effect.part)
            case effects.ShowHint():
                self.view.hint(effect)
            case effects.Graded():
                self.view.graded(effect.verdict, again=effect.then is effects.Then.SAME_AGAIN)
            case effects.ShowPoints():
                self.view.points(effect.deal)
            case effects.ShowAnswer():
                self.view.answer(effect)
            case effects.Tell():
                self.view.line(self.view.say(str(effect.notice)), "yellow")
            case effects.Offer():
                self.view.prompt(self.view.say("offer", n=effect.count))
            case effects.Finish():
                tomorrow = self.desk.due_tomorrow(self._now().day)
                self.view.finish(effect, tomorrow=tomorrow, locked=self._locked)
            case _:
                assert_never(effect)

    def _take_back(self, session: Session) -> Session:
        entry = self.desk.take_back()
        if entry is None:
            self.view.line(self.view.say("nothing_to_undo"), "yellow")
            return session
        what = type(entry.event).__name__.lower()
        if isinstance(entry.event, Review):
            what = self.view.say(entry.event.rating.name.lower())
        self.view.line(self.view.say("undone", card=entry.card, what=what), "yellow")
        return self._restore(session, entry.card, was_answer=isinstance(entry.event, Review))

    def _restore(self, session: Session, card: CardId, *, was_answer: bool) -> Session:
        when = self._now()
        queue = self.desk.queue(self.choice, day=when.day)
        return self._perform(step(session, events.Restored(card, queue, was_answer, when)))

    def _local(self, session: Session, action: Local) -> Session:
        match action:
            case Local.KEYS:
                self.view.line(self.view.say("keys_title"), "bold")
                self.view.line(self.view.say("keys"))
            case Local.MARKED:
                self._marked(session)
            case Local.UNREAD:
                self.view.line(self.view.say("unread"), "yellow")
            case Local.EDIT:
                return self._edit(session)
            case Local.OPEN:
                self._open(session)
            case Local.REDRAW:
                self._redraw(session)
            case _:
                assert_never(action)
        return session

    def _open(self, session: Session) -> None:
        """The card as a page in the browser; where there is none, its address is enough."""
        if session.deal is None:
            return
        from recall.app.opening import write_page

        try:
            path = write_page(self.desk, session.deal)
        except RecallError as error:
            self.view.line(error.message, "red")
            return
        click.launch(str(path))
        self.view.line(self.view.say("opened", path=path), "yellow")

    def _redraw(self, session: Session) -> None:
        """What was shown of the present card, laid out for the screen as it is now."""
        self.view.clear()
        for effect in self._shown:
            self._print(effect)
        if self.player.marked:
            self._marked(session)

    def _marked(self, session: Session) -> None:
        spec = session.deal.question.input if session.deal else None
        if isinstance(spec, Choose):
            self.view.choices(spec, self.player.marked)
        elif isinstance(spec, Tick):
            self.view.ticks(len(spec.points), self.player.marked)

    def _edit(self, session: Session) -> Session:
        """Open the note in an editor, compile, and ask the card again as it now reads."""
        import shlex
        import subprocess

        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        card = session.deal.card if session.deal else None
        path = self.desk.source_file(card) if card else None
        if not editor or card is None or path is None:
            self.view.line(self.view.say("no_editor" if path else "read_only"), "yellow")
            return session
        try:
            with self.player.aside():
                command = [*shlex.split(editor), f"+{card.span.line}", str(path)]
                subprocess.run(command, check=True)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            self.view.line(self.view.say("editor_failed", error=error), "yellow")
            return session
        tell_compiled(self.desk.refresh())
        self.desk.forget_cards()
        self.view.line(self.view.say("edited"), "yellow")
        return self._restore(session, card.id, was_answer=False)
