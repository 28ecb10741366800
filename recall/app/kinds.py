"""Kinds of settings: how a value is read from TOML or a string, and how it is written back."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from zoneinfo import ZoneInfo, available_timezones

from recall.errors import did_you_mean


@dataclass(frozen=True, slots=True)
class Kind:
    """`read` raises ValueError with what was expected; `write` gives TOML."""

    read: Callable[[object], object]
    write: Callable[[object], str]


_DURATION = re.compile(r"(\d+)\s*(s|m|h|d)")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def _duration(value: object) -> int:
    match = _DURATION.fullmatch(str(value).strip())
    if not match:
        raise ValueError("a duration such as 10m, 90s or 1h")
    return int(match[1]) * _SECONDS[match[2]]


def _durations(value: object) -> tuple[int, ...]:
    parts = value if isinstance(value, list) else str(value).replace(",", " ").split()
    return tuple(_duration(part) for part in parts)


def number(low: float, high: float) -> Kind:
    """A number in a range."""

    def read(value: object) -> float:
        try:
            found = float("nan" if isinstance(value, bool) else str(value))
        except ValueError:
            found = float("nan")
        if not low <= found <= high:
            raise ValueError(f"a number from {low} to {high}")
        return found

    return Kind(read, str)


def count(low: int, high: int) -> Kind:
    """A whole number in a range."""

    def read(value: object) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return Kind(read, str)


def _switch(value: object) -> bool:
    text = str(value).lower()
    if text not in ("true", "false", "yes", "no", "1", "0"):
        raise ValueError("true or false")
    return text in ("true", "yes", "1")


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value.strip()


def _folders(value: object) -> tuple[str, ...]:
    parts = value.split(os.pathsep) if isinstance(value, str) else value
    if not isinstance(parts, list):
        parts = []
    if not parts or not all(isinstance(part, str) and part for part in parts):
        raise ValueError('a list of folders, such as ["decks"]')
    return tuple(str(part) for part in parts)


def _clock_time(value: object) -> int:
    match = re.fullmatch(r"(\d{1,2}):(\d{2})", str(value).strip())
    if not match or int(match[1]) > 23 or int(match[2]) > 59:
        raise ValueError("a time of day such as 04:00")
    return int(match[1]) * 60 + int(match[2])


def _zone(value: object) -> str:
    name = _text(value)
    if name != "UTC" and name not in available_timezones():
        raise ValueError(f"an IANA time zone such as Europe/Zurich{_nearest_zone(name)}")
    return str(ZoneInfo(name))


def _nearest_zone(name: str) -> str:
    return did_you_mean(name, frozenset(available_timezones())).rstrip("?")


def _write_duration(value: object) -> str:
    seconds = int(str(value))
    for unit, length in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds and seconds % length == 0:
            return f'"{seconds // length}{unit}"'
    return f'"{seconds}s"'


def _write_list(write: Callable[[object], str]) -> Callable[[object], str]:
    def all_of(value: object) -> str:
        assert isinstance(value, tuple)
        return "[" + ", ".join(write(part) for part in value) + "]"

    return all_of


def _write_time(value: object) -> str:
    hours, minutes = divmod(int(str(value)), 60)
    return f'"{hours:02d}:{minutes:02d}"'


def _write_text(value: object) -> str:
    return json.dumps(str(value), ensure_ascii=False)


TEXT = Kind(_text, _write_text)
ZONE = Kind(_zone, _write_text)
FOLDERS = Kind(_folders, _write_list(_write_text))
TIME = Kind(_clock_time, _write_time)
DURATION = Kind(_duration, _write_duration)
DURATIONS = Kind(_durations, _write_list(_write_duration))
SWITCH = Kind(_switch, lambda value: "true" if value else "false")
