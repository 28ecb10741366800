"""A bar for long work, on a terminal only."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_S = 1.0
"""Work that takes less shows nothing."""
LEAST_STEPS = 40
"""Work of fewer steps shows nothing: two of them for each file."""


class Bar:
    """Called with the steps done and their number; draws on stderr once the work seems long."""

    def __init__(self, label: str, *, color: bool) -> None:
        self._label = label
        self._color = color
        self._begun = time.monotonic()
        self._drawn: tuple[Progress, TaskID] | None = None

    def __call__(self, done: int, of: int) -> None:
        """Note that `done` of `of` steps are done."""
        if self._drawn is None:
            long = time.monotonic() - self._begun > PATIENCE_S
            if of < LEAST_STEPS or not long or not sys.stderr.isatty():
                return
            self._drawn = self._draw(of)
        progress, task = self._drawn
        progress.update(task, completed=done, total=of)

    def close(self) -> None:
        """Take the bar away."""
        if self._drawn is not None:
            self._drawn[0].stop()
            self._drawn = None

    def _draw(self, of: int) -> "tuple[Progress, TaskID]":
        from rich.progress import Progress

        from recall.cli.output import console

        progress = Progress(console=console(color=self._color, stderr=True), transient=True)
        progress.start()
        return progress, progress.add_task(self._label, total=of)


@contextmanager
def bar(label: str, *, color: bool) -> Iterator[Bar]:
    """A bar that is gone at the end, whatever happens."""
    drawn = Bar(label, color=color)
    try:
        yield drawn
    finally:
        drawn.close()
