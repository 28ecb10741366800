"""The reader of a Windows console, driven with a console that is made up."""

import sys
from types import ModuleType

import pytest

from recall.cli.keys import WindowsKeys


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is waiting in the console; each reading takes one."""
    waiting: list[str] = []
    console = ModuleType("msvcrt")
    console.getwch = lambda: waiting.pop(0)  # type: ignore[attr-defined]
    console.kbhit = lambda: bool(waiting)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    return waiting


def test_keys_are_characters_and_enter_is_a_return(press: list[str]) -> None:
    press += ["3", "\r", " ", "解"]
    keys = WindowsKeys()
    assert [keys.read() for _ in range(4)] == ["3", "\r", " ", "解"]


@pytest.mark.parametrize("lead", ["\x00", "\xe0"])
def test_arrows_and_function_keys_are_swallowed(press: list[str], lead: str) -> None:
    press += [lead, "1", lead, "H", "4"]
    assert WindowsKeys().read() == "4"


def test_ctrl_c_interrupts_and_ctrl_z_ends_the_input(press: list[str]) -> None:
    press += ["\x03", "\x1a", "\x04"]
    keys = WindowsKeys()
    with pytest.raises(KeyboardInterrupt):
        keys.read()
    assert [keys.read(), keys.read()] == ["", ""]


def test_what_was_typed_ahead_is_dropped(press: list[str]) -> None:
    press += [" ", " ", "1"]
    keys = WindowsKeys()
    keys.drop()
    assert press == []
    with keys.cooked():
        press.append("2")
    assert keys.read() == "2"
