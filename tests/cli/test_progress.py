"""The bar of long work."""

import io
import sys

import pytest

from recall.cli import progress
from recall.cli.progress import bar


class Terminal(io.StringIO):
    """A stderr that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def drawn(stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, of: int, patience: float) -> str:
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(progress, "PATIENCE_S", patience)
    with bar("Compiling", color=False) as advance:
        for done in range(of):
            advance(done + 1, of)
    return stderr.getvalue()


def test_long_work_on_a_terminal_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert "Compiling" in drawn(Terminal(), monkeypatch, of=60, patience=-1)


def test_short_work_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(Terminal(), monkeypatch, of=60, patience=60) == ""
    assert drawn(Terminal(), monkeypatch, of=10, patience=-1) == ""


def test_without_a_terminal_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(io.StringIO(), monkeypatch, of=60, patience=-1) == ""
