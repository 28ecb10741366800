"""How soon the program is there, as a person at a terminal meets it.

    python -m bench.start [CARDS]

Whole processes in a pseudo-terminal, each beside `python -c pass` of the same run: help, version,
`recall due`, and the first question of a review, on 10,000 generated notes and on the shipped
decks. Then, in a store of 100,000 cards (or CARDS) and ten answers each, the time from a key to the
screen that it brings: the answer after space, the next card after a rating. Needs a POSIX system.
"""

import os
import pty
import random
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from bench.big_store import LEARNER, NOW, fill, make_workspace
from bench.make_decks import make_decks, note

RUNS = 15
NOTES = 10_000
CARDS = 200
"""Cards answered for the time from key to screen."""

PATIENCE_S = 30.0


class Pty:
    """A program in a pseudo-terminal of 80 by 24."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        env = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "TERM": "xterm-256color"}
        env |= {"RECALL_NOW": NOW, "RECALL_LEARNER": LEARNER}
        env |= {"COLUMNS": "80", "LINES": "24"}
        # An installed program has its bytecode; a checkout writes it at the first run.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        self.seen = b""
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.chdir(folder)
            os.execvpe(command[0], list(command), env)

    def until(self, *wanted: bytes) -> float:
        """The time at which one of these was first on the screen, or the end of the program."""
        deadline = time.perf_counter() + PATIENCE_S
        while not (wanted and any(each in self.seen for each in wanted)):
            assert time.perf_counter() < deadline, self.seen.decode(errors="replace")
            if not select.select([self.end], [], [], 0.2)[0]:
                continue
            try:
                read = os.read(self.end, 65536)
            except OSError:  # how Linux tells the end
                read = b""
            if not read:
                break
            self.seen += read
        return time.perf_counter()

    def press(self, key: bytes, *wanted: bytes) -> float:
        """Seconds from a key until the screen shows something new."""
        # Keys that come while a screen is being printed are dropped; nobody reads that fast.
        time.sleep(0.02)
        self.seen = b""
        begun = time.perf_counter()
        os.write(self.end, key)
        return self.until(*wanted) - begun

    def close(self) -> None:
        """Hang up, and wait for the end."""
        os.close(self.end)
        os.waitpid(self.pid, 0)


def seconds(command: Sequence[str], folder: Path, *wanted: bytes) -> float:
    """From the start of a program until it shows something, or else until its end."""
    begun = time.perf_counter()
    program = Pty(command, folder)
    took = program.until(*wanted) - begun
    program.close()
    return took


def starts(name: str, folder: Path, numeric: str = "") -> None:
    """The table of starts in a workspace, every command in turn, so that noise meets all alike.

    `numeric` is a deck whose first new card is a numeric problem: it takes the longest.
    """
    python, recall = [sys.executable, "-c", "pass"], [sys.executable, "-m", "recall"]
    commands = {
        "python -c pass": (python, ()),
        "recall --version": ([*recall, "--version"], ()),
        "recall --help": ([*recall, "--help"], ()),
        "recall due": ([*recall, "due"], ()),
        "recall review: first question": ([*recall, "review"], (b"? keys",)),
    }
    if numeric:
        commands["… a numeric problem"] = ([*recall, "review", numeric], (b"keys",))
    took: dict[str, list[float]] = {what: [] for what in commands}
    for _ in range(RUNS):
        for what, (command, wanted) in commands.items():
            took[what].append(seconds(command, folder, *wanted))
    base = median(took["python -c pass"])
    print(name)
    for what, found in took.items():
        middle = median(found)
        above = (middle - base) * 1000
        print(f"  {what:<32} {middle * 1000:7.0f} ms {above:+6.0f} ms {middle / base:6.1f}x")


def keystrokes(cards: int, folder: Path) -> None:
    """From a key to the screen it brings, in a large store."""
    workspace = make_workspace(folder)
    (folder / "recall.toml").write_text("reviews_per_day = 9999\n")
    fill(workspace, cards=cards)
    subprocess.run(
        [sys.executable, "-m", "recall", "--workspace", str(folder), "doctor", "--rebuild"],
        check=True,
        capture_output=True,
        env={**os.environ, "RECALL_ZONE": "UTC", "RECALL_NOW": NOW, "RECALL_LEARNER": LEARNER},
    )
    begun = time.perf_counter()
    program = Pty([sys.executable, "-m", "recall", "review"], folder)
    first = program.until(b"s skip") - begun
    shown, next_ = [], []
    for _ in range(CARDS):
        shown.append(program.press(b" ", b"u undo"))
        next_.append(program.press(b"3", b"s skip"))
    program.close()
    print(f"{cards:,} cards, {cards * 10:,} answers; first question after {first * 1000:.0f} ms")
    for what, found in (("space to answer", shown), ("rating to next card", next_)):
        ninety_nine = quantiles(found, n=100)[98]
        figures = (("median", median(found)), ("99 %", ninety_nine), ("longest", max(found)))
        shown_ = "   ".join(f"{name} {value * 1000:5.1f} ms" for name, value in figures)
        print(f"  {what:<32} {shown_}")


def main() -> None:
    """Print the tables."""
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        many, shipped, big = (folder / name for name in ("many", "shipped", "big"))
        make_decks(many / "decks", notes=NOTES, files=100)
        problem = note(random.Random(1), 100_000)
        (many / "decks" / "p9").mkdir()
        (many / "decks" / "p9" / "problem.md").write_text(f"---\ntitle: One\n---\n\n{problem}")
        for home in (many, shipped, big):
            home.mkdir(exist_ok=True)
            (home / "recall.toml").touch()
        for home in (many, shipped):
            seconds([sys.executable, "-m", "recall", "compile"], home)
        starts(f"{NOTES:,} generated notes", many, "problem")
        starts("the shipped decks", shipped)
        keystrokes(cards, big)


if __name__ == "__main__":
    main()
