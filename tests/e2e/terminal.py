"""A real pseudo-terminal with a screen, for driving the program as a person does."""

import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pexpect
import pyte

from tests.cli.program import environment

WAIT_S = 20.0

OPEN: "list[Terminal]" = []
"""Terminals of the running test; a fixture closes what a failure left open."""


def heed_interrupts() -> None:
    """Ctrl-C reaches the program also where the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The program on a screen of `columns` by `rows`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 60,
        more: Mapping[str, str] | None = None,
    ) -> None:
        env = environment(folder, {"TERM": "xterm-256color", **(more or {})})
        del env["COLUMNS"]
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.process = pexpect.spawn(
            sys.executable,
            ["-m", "recall", *arguments],
            env=env,
            dimensions=(rows, columns),
            timeout=WAIT_S,
            echo=True,
            preexec_fn=heed_interrupts,
        )
        OPEN.append(self)

    def _pump(self, seconds: float) -> None:
        try:
            read = self.process.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += read
        self.stream.feed(read)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).strip()

    def until(self, wanted: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows something; what it shows then."""
        check = wanted if callable(wanted) else (lambda shown: wanted in shown)
        deadline = time.monotonic() + WAIT_S
        while time.monotonic() < deadline:
            self._pump(0.05)
            if check(self.text):
                return self.text
        raise AssertionError(f"never saw {wanted!r}; the screen shows\n{self.text}")

    def settled(self) -> str:
        """What the screen shows once nothing more comes for a moment."""
        while True:
            before = len(self.raw)
            self._pump(0.15)
            if len(self.raw) == before:
                return self.text

    def resize(self, columns: int, rows: int = 60) -> None:
        """Give the terminal another size; the program is told, as by a window that was pulled."""
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def send(self, keys: str) -> None:
        """Type keys."""
        self.process.send(keys)

    def end(self) -> int:
        """Wait for the program to end; its exit code (of a signal: minus its number)."""
        deadline = time.monotonic() + WAIT_S
        while self.process.isalive() and time.monotonic() < deadline:
            self._pump(0.05)
        self._pump(0.05)
        self.process.close()
        number = self.process.signalstatus
        return int(self.process.exitstatus or 0) if number is None else -int(number)
