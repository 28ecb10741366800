"""How long something takes, measured so that a busy machine does not decide a test."""

import time
from collections.abc import Callable


def cpu_seconds(action: Callable[[], object], *, tries: int = 3) -> float:
    """Seconds of this process's own CPU the quickest of some runs takes, waiting not counted."""
    found = []
    for _ in range(tries):
        began = time.process_time()
        action()
        found.append(time.process_time() - began)
    return min(found)
