"""The program as a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

NOW = "2026-03-01T10:00:00Z"


@dataclass(frozen=True)
class Ran:
    """What a run printed and how it ended."""

    code: int
    out: str
    err: str


def environment(folder: Path, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """A clean environment: a workspace, a fixed clock, no settings of this machine."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("RECALL_")}
    home = str(folder / "home")
    own = {
        "RECALL_WORKSPACE": str(folder),
        "RECALL_NOW": NOW,
        "RECALL_ZONE": "UTC",
        "HOME": home,
        "XDG_CONFIG_HOME": home,
        "XDG_DATA_HOME": home,
        "COLUMNS": "80",
    }
    return kept | own | dict(more or {})


def recall(
    folder: Path, *arguments: str, stdin: str | None = None, more: Mapping[str, str] | None = None
) -> Ran:
    """Run `recall` in a workspace."""
    done = subprocess.run(
        [sys.executable, "-m", "recall", *arguments],
        input=(stdin or "").encode(),
        capture_output=True,
        env=environment(folder, more),
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
