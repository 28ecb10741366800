"""Sessions killed at random moments: does the store keep every answer that was confirmed?

    python -m bench.kills [TIMES]

Each session reads ratings from a pipe and is killed (SIGKILL) within two seconds of its start, also
while it opens the store or writes. A question that is shown confirms the answer before it. In the
end the journal is counted, and `recall doctor` compares every state with it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random

from recall.app.workspace import shipped_decks

TIMES = 50
EARLIEST, LATEST = 0.5, 2.0
PAUSE = 0.05


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of recall that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "recall", *arguments],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


def environment(folder: Path) -> dict[str, str]:
    """The workspace, as many new cards as there are, and no settings of this machine."""
    own = {"RECALL_WORKSPACE": str(folder), "RECALL_NEW_PER_DAY": "9999"}
    own |= {"RECALL_NEW_ORDER": "deck", "XDG_CONFIG_HOME": str(folder), "COLUMNS": "80"}
    return {k: v for k, v in os.environ.items() if not k.startswith("RECALL_")} | own


def killed(folder: Path, seconds: float) -> int:
    """Start a session and kill it after so many seconds; how many answers it had confirmed."""
    output = folder / "screen.txt"
    with output.open("wb") as screen:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "recall", "review"],
            stdin=subprocess.PIPE,
            stdout=screen,
            stderr=subprocess.DEVNULL,
            env=environment(folder),
        )
        assert process.stdin is not None
        # A rating each, and between them a number that questions with few options have, too.
        lines = cycle((b"4\n", b"1\n"))
        end = time.monotonic() + seconds
        with suppress(BrokenPipeError):  # a session without cards ends by itself
            while (left := end - time.monotonic()) > 0:
                process.stdin.write(next(lines))
                process.stdin.flush()
                time.sleep(min(PAUSE, left))
        process.kill()
        process.wait()
        with suppress(BrokenPipeError):
            process.stdin.close()
    shown = sum(line.endswith("──") for line in output.read_text("utf-8", "replace").splitlines())
    return max(0, shown - 1)


def answers(folder: Path) -> int:
    """The answers in the journal."""
    lines = run(folder, "export", "journal").stdout.splitlines()
    return sum(json.loads(line)["kind"] == "review" for line in lines)


def main() -> int:
    """Kill sessions and count."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    dice, lost, total, empty = Random(5), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(shipped_decks(), folder / "decks")
        print(run(folder, "compile").stderr, end="")
        before = 0
        for _ in range(times):
            confirmed = killed(folder, dice.uniform(EARLIEST, LATEST))
            after = answers(folder)
            lost += max(0, confirmed - (after - before))
            total, empty, before = total + confirmed, empty + (not confirmed), after
        doctor = run(folder, "doctor")
    print(f"{times} kills ({empty} before the second question), {total} answers confirmed,")
    print(f"{before} in the journal, {lost} lost. {doctor.stdout.strip()}")
    return 1 if lost or doctor.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
