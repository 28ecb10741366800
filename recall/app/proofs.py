"""Proofs that need not be made again: problems that held for every variant.

A small file in the user's cache folder lists the digests of problems without any diagnostic, each
with the engine that proved it. What failed is never listed, so its diagnostics always come anew.
Without a readable, writable file everything is proved; nothing is an error.
"""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

import recall
from recall import numeric
from recall.diagnostics import Diagnostic
from recall.numeric.problem import Problem
from recall.numeric.proof import prove

Prover: TypeAlias = Callable[[Problem], tuple[Diagnostic, ...]]

KEPT = 5_000
"""Most proofs that the file lists; the oldest go first."""
_DIGITS = 32
_LONGEST = KEPT * (_DIGITS + 1) * 2


def cache_file() -> Path:
    """Where proofs are remembered."""
    from platformdirs import user_cache_path

    return user_cache_path("recall", appauthor=False) / "proofs.txt"


@contextmanager
def remembered(
    path: Path | None = None, *, engine: str | None = None, prove: Prover = prove
) -> Iterator[Prover]:
    """A prover that skips what is known to hold, and at the end remembers what it has proved.

    `path` is the file (default: in the user's cache folder), `engine` what proves.
    """
    memory = _Memory(engine or engine_version())
    place = path or cache_file()
    known = frozenset(_read(place))

    def prover(problem: Problem) -> tuple[Diagnostic, ...]:
        digest = memory.digest(problem)
        if digest in known:
            return ()
        found = prove(problem)
        if not found:
            memory.proved.append(digest)
        return found

    yield prover
    if memory.proved:
        _add(place, memory.proved)


@dataclass(slots=True)
class _Memory:
    """What one run has proved."""

    engine: str
    proved: list[str] = field(default_factory=list)

    def digest(self, problem: Problem) -> str:
        """A hash of all that a proof looks at: the words of the problem, and the engine."""
        words = json.dumps(problem.dump(), ensure_ascii=False, sort_keys=True)
        return sha256(f"{self.engine}\n{words}".encode("utf-8", "surrogatepass")).hexdigest()[
            :_DIGITS
        ]


@cache
def engine_version() -> str:
    """A hash of the engine's own source, so that a change of the engine proves everything anew."""
    hashed = sha256(recall.__version__.encode())
    for file in sorted(Path(next(iter(numeric.__path__))).glob("*.py")):
        with suppress(OSError):
            hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _read(path: Path) -> list[str]:
    """The digests in the file, oldest first; what is no digest is passed over."""
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            lines = file.read(_LONGEST).split()
    except OSError:
        return []
    return [line for line in lines if len(line) == _DIGITS and line.isascii() and line.isalnum()]


def _add(path: Path, proved: list[str]) -> None:
    """Add digests. Two writers at once: the last wins, and what is lost is only proved again."""
    kept = list(dict.fromkeys([*_read(path), *proved]))[-KEPT:]
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write("\n".join(kept) + "\n")
        Path(temporary).replace(path)
    except OSError:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
