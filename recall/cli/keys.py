"""Reading single keys from a terminal.

Bytes are decoded as they come; escape sequences (arrows, function keys) and pasted text are
swallowed, so that no stray byte is taken for a rating.
"""

import codecs
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Protocol

ESCAPE_WAIT_S = 0.05
"""How long the rest of an escape sequence may take to arrive."""

PASTE_ON, PASTE_OFF = "\x1b[?2004h", "\x1b[?2004l"
PASTE_END = "\x1b[201~"

REDRAW = "\x0c"
"""Ctrl-L, and what `read` gives after the terminal got another size or came back from `fg`."""


class Keys(Protocol):
    """A source of single keys."""

    def read(self) -> str:
        """The next key: one character, `\\r` for Enter; empty at the end of input."""

    def drop(self) -> None:
        """Forget keys that were typed ahead."""

    def cooked(self) -> AbstractContextManager[None]:
        """A time in which the terminal reads whole lines with its usual editing."""


class TerminalKeys:
    """Keys of a POSIX terminal. Use within `raw`, which knows how the terminal was before."""

    def __init__(self, descriptor: int, before: list[object]) -> None:
        self._descriptor = descriptor
        self._before = before
        self.taken = False
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._ahead: list[str] = []
        # A signal is noticed while `read` waits: a handler alone would not end the waiting.
        self._bell, self._ring = os.pipe()
        os.set_blocking(self._ring, False)

    def read(self) -> str:
        """The next key; raises KeyboardInterrupt at Ctrl-C."""
        while True:
            key = self._character()
            match key:
                case "\x03":
                    raise KeyboardInterrupt
                case "\x04" | "":
                    return ""
                case "\x1b":
                    self._swallow()
                case "\n":
                    return "\r"
                case _:
                    return key

    def drop(self) -> None:
        """Forget what was typed before now."""
        import termios

        self._ahead.clear()
        self._decoder.reset()
        termios.tcflush(self._descriptor, termios.TCIFLUSH)

    @contextmanager
    def cooked(self) -> Iterator[None]:
        """Whole lines, as before `raw`."""
        self.give()
        try:
            yield
        finally:
            self.take()

    def take(self) -> None:
        """Single keys without echo; pasted text comes bracketed."""
        import termios
        import tty

        tty.setcbreak(self._descriptor, termios.TCSADRAIN)
        sys.stdout.write(PASTE_ON)
        sys.stdout.flush()
        self.taken = True

    def give(self) -> None:
        """The terminal as it was before."""
        import termios

        self.taken = False
        sys.stdout.write(PASTE_OFF)
        sys.stdout.flush()
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]

    def redraw(self) -> None:
        """Let the reader of single keys know that the screen is not what it was."""
        if self.taken:
            with suppress(BlockingIOError):
                os.write(self._ring, b"!")

    def close(self) -> None:
        """Give back what was opened."""
        os.close(self._bell)
        os.close(self._ring)

    def _character(self) -> str:
        while not self._ahead:
            ready, _, _ = select.select([self._descriptor, self._bell], [], [])
            if self._bell in ready:
                os.read(self._bell, 1024)
                return REDRAW
            raw = os.read(self._descriptor, 1024)
            if not raw:
                return ""
            self._ahead += self._decoder.decode(raw)
        return self._ahead.pop(0)

    def _waiting(self) -> bool:
        return bool(self._ahead) or bool(
            select.select([self._descriptor], [], [], ESCAPE_WAIT_S)[0]
        )

    def _swallow(self) -> None:
        """The rest of an escape sequence, and of a paste everything up to its end."""
        if not self._waiting():
            return
        sequence = "\x1b" + self._character()
        if sequence[-1] not in "[O":
            return
        while self._waiting():
            sequence += self._character()
            if "@" <= sequence[-1] <= "~":
                break
        if sequence == "\x1b[200~":
            pasted = ""
            while not pasted.endswith(PASTE_END) and self._waiting():
                pasted += self._character()


class WindowsKeys:
    """Keys of a Windows console."""

    def read(self) -> str:
        """The next key; raises KeyboardInterrupt at Ctrl-C."""
        import msvcrt

        while True:
            key: str = msvcrt.getwch()  # type: ignore[attr-defined]  # Windows only
            if key == "\x03":
                raise KeyboardInterrupt
            if key in ("\x00", "\xe0"):
                msvcrt.getwch()  # type: ignore[attr-defined]  # Windows only
                continue
            return "" if key in ("\x04", "\x1a") else key

    def drop(self) -> None:
        """Forget what was typed before now."""
        import msvcrt

        while msvcrt.kbhit():  # type: ignore[attr-defined]  # Windows only
            msvcrt.getwch()  # type: ignore[attr-defined]  # Windows only

    def cooked(self) -> AbstractContextManager[None]:
        """Nothing to change: the console has no modes."""
        return nullcontext()


@contextmanager
def raw() -> Iterator[Keys]:
    """Single keys from standard input; the terminal is as it was afterwards, however it ends.

    SIGTERM and SIGHUP end the program by way of this function. After Ctrl-Z and `fg` single keys
    are read again.
    """
    if os.name == "nt":
        yield WindowsKeys()
        return
    import termios

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    keys = TerminalKeys(descriptor, before)
    try:
        with _signals(keys):
            keys.take()
            yield keys
    finally:
        keys.give()
        keys.close()


@contextmanager
def _signals(keys: "TerminalKeys") -> Iterator[None]:
    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    def back(_number: int, _frame: object) -> None:
        if keys.taken:
            keys.take()
            keys.redraw()

    def resized(_number: int, _frame: object) -> None:
        keys.redraw()

    handlers = {
        signal.SIGTERM: end,
        signal.SIGHUP: end,
        signal.SIGCONT: back,
        signal.SIGWINCH: resized,
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
