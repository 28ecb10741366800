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

PROMPTS = (
    "? keys", "? 按键说明", ">", "(none)", "（未选）", "(1, 3)", "（1, 3）", "[Y/n]:", "goes on.",
    "继续。",
)  # fmt: skip
"""How a screen ends once all of it is there: with the keys, an open line, or the last sentence."""

OPEN: "list[Terminal]" = []
"""Terminals of the running test; a fixture closes what a failure left open."""


def heed_interrupts() -> None:
    """Ctrl-C reaches the program also where the tests run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ends_with_prompt(shown: str) -> bool:
    """True if all of a screen is there. (`:? keys` has the line to type on still to come.)"""
    return shown.endswith(PROMPTS) and not shown.endswith(":? keys")


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

    def asked(self, wanted: str) -> str:
        """Wait until the screen shows something and ends with a prompt; what it shows then.

        A program that is slow to print is waited for: the prompt is what it prints last.
        """
        return self.until(lambda shown: wanted in shown and ends_with_prompt(shown))

    def resize(self, columns: int, rows: int = 60) -> None:
        """Give the terminal another size; the program is told, as by a window that was pulled."""
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def send(self, keys: str) -> None:
        """Type keys, after the moment that a person takes to see what is there.

        Keys that come while an answer is being printed are dropped, as they should be.
        """
        time.sleep(0.05)
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
