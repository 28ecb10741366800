"""Kinds of settings: how a value is read from TOML or a string, and how it is written back."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from zoneinfo import ZoneInfo, available_timezones

from recall.errors import did_you_mean
from recall.scheduling.day import date_of, day_of


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
    if not is_zone(name):
        raise ValueError(f"an IANA time zone such as Europe/Zurich{_nearest_zone(name)}")
    return name


def is_zone(name: str) -> bool:
    """True if the machine knows the time zone. (Listing all that it knows takes far longer.)"""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


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


def one_of(words: type[StrEnum]) -> Kind:
    """One of a few words."""

    def read(value: object) -> StrEnum:
        try:
            return words(str(value).strip().lower())
        except ValueError:
            raise ValueError(f"one of {', '.join(words)}") from None

    return Kind(read, lambda value: f'"{value}"')


_LOADS = {"normal": 1.0, "reduced": 0.5, "minimum": 0.0}


def _load(value: object) -> float:
    try:
        found = _LOADS[value] if isinstance(value, str) and value in _LOADS else float(str(value))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise ValueError("normal, reduced, minimum, or a share from 0 to 1")
    return found


def _week(value: object) -> tuple[float, ...]:
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(parts, list) or len(parts) != len(DAYS):
        raise ValueError("seven shares for Monday to Sunday, such as 1 1 1 1 1 0.5 0")
    return tuple(_load(part) for part in parts)


DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _day(value: object) -> int:
    try:
        found = date.fromisoformat(str(value).strip())
    except ValueError:
        raise ValueError("a date such as 2027-03-01") from None
    return day_of(found)


def _maybe_day(value: object) -> int | None:
    return None if str(value).strip().lower() in ("", "none") else _day(value)


def _spans(value: object) -> tuple[tuple[int, int], ...]:
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(parts, list):
        raise ValueError("dates or spans such as 2026-12-24..2027-01-02")
    return tuple(_span(str(part)) for part in parts)


def _span(text: str) -> tuple[int, int]:
    first, dots, last = text.partition("..")
    span = (_day(first), _day(last if dots else first))
    if span[0] > span[1]:
        raise ValueError("spans from an earlier to a later date")
    return span


def _write_day(value: object) -> str:
    return '"none"' if value is None else f'"{date_of(int(str(value)))}"'


def _write_span(value: object) -> str:
    assert isinstance(value, tuple)
    first, last = value
    begin, end = date_of(first), date_of(last)
    return f'"{begin}"' if first == last else f'"{begin}..{end}"'


TEXT = Kind(_text, _write_text)
ZONE = Kind(_zone, _write_text)
FOLDERS = Kind(_folders, _write_list(_write_text))
TIME = Kind(_clock_time, _write_time)
DURATION = Kind(_duration, _write_duration)
DAY = Kind(_maybe_day, _write_day)
WEEK = Kind(_week, _write_list(str))
SPANS = Kind(_spans, _write_list(_write_span))
DURATIONS = Kind(_durations, _write_list(_write_duration))
SWITCH = Kind(_switch, lambda value: "true" if value else "false")
