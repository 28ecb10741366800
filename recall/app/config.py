"""Settings from flags, the environment, recall.toml and the user's config, in that order."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from recall.errors import RecallError, did_you_mean
from recall.model.settings import Settings


class ConfigError(RecallError):
    """A setting that is unknown or has a value it cannot have."""


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: how its value is read from TOML or a string, and what it is for."""

    name: str
    read: Callable[[object], object]
    example: str
    help: str


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


def _number(low: float, high: float) -> Callable[[object], float]:
    def read(value: object) -> float:
        try:
            number = float("nan" if isinstance(value, bool) else str(value))
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise ValueError(f"a number from {low} to {high}")
        return number

    return read


def _count(low: int, high: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        text = str(value)
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


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
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str) and part for part in parts):
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
    return f" ({did_you_mean(name, frozenset(available_timezones())).strip()})"


KEYS: tuple[Key, ...] = (
    Key("decks", _folders, 'decks = ["decks"]', "folders with decks, relative to the workspace"),
    Key("database", _text, 'database = "sqlite:///recall.db"', "the store, as a path or a URL"),
    Key("learner", _text, 'learner = "me"', "whose journal it is"),
    Key("lang", _text, 'lang = "zh"', "language of cards and messages where there is one"),
    Key("zone", _zone, 'zone = "Asia/Shanghai"', "IANA time zone (default: the system's)"),
    Key("day_start", _clock_time, 'day_start = "04:00"', "when a study day begins"),
    Key("desired_retention", _number(0.70, 0.99), "desired_retention = 0.9", "target recall"),
    Key("new_per_day", _count(0, 9999), "new_per_day = 10", "new cards in a study day"),
    Key("reviews_per_day", _count(0, 99999), "reviews_per_day = 200", "reviews in a study day"),
    Key("learning_steps", _durations, 'learning_steps = ["1m", "10m"]', "steps of a new card"),
    Key("relearning_steps", _durations, 'relearning_steps = ["10m"]', "steps after a lapse"),
    Key("learn_ahead", _duration, 'learn_ahead = "20m"', "how early a learning card may come"),
    Key("maximum_interval", _count(1, 36500), "maximum_interval = 36500", "longest interval, days"),
    Key("fuzz", _switch, "fuzz = true", "spread due dates within Anki's ranges"),
    Key("bury_siblings", _switch, "bury_siblings = true", "one card of a note a day"),
)
"""Every setting, in the order the documentation lists them."""

_BY_NAME = {key.name: key for key in KEYS}


def read_value(name: str, value: object, *, where: str) -> object:
    """The checked value of a setting. Raises ConfigError naming the place and what is wanted."""
    key = _BY_NAME.get(name)
    if key is None:
        hint = did_you_mean(name, tuple(_BY_NAME))
        raise ConfigError(
            f"{where}: unknown setting “{name}”.{hint}", "See docs/cli.md for all settings."
        )
    try:
        return key.read(value)
    except ValueError as error:
        message = f"{where}: {name} = {value!r} is not {error}"
        raise ConfigError(message, f"Write {key.example}.") from None


def read_file(path: Path) -> dict[str, object]:
    """The settings of a TOML file; empty if there is no file."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(
            f"{path}: cannot be read ({error.strerror})", "Check its permissions."
        ) from None
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}", "Correct the line it names.") from None
    return {name: read_value(name, value, where=str(path)) for name, value in data.items()}


def read_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """Settings from `RECALL_<NAME>` variables. `RECALL_DATABASE_URL` is `database`."""
    values: dict[str, object] = {}
    for key in KEYS:
        name = "RECALL_DATABASE_URL" if key.name == "database" else f"RECALL_{key.name.upper()}"
        if environment.get(name):
            raw = environment[name]
            value: object = raw.split(os.pathsep) if key.name == "decks" else raw
            values[key.name] = read_value(key.name, value, where=name)
    return values


def settings_from(values: Mapping[str, object], *, zone: str) -> Settings:
    """Settings with the given values over the defaults; `zone` is the system's."""
    known = {field.name for field in fields(Settings)}
    chosen: dict[str, object] = {"zone": zone}
    chosen |= {name: value for name, value in values.items() if name in known}
    return Settings(**chosen)  # type: ignore[arg-type]  # every value was read by its key


def system_zone() -> str:
    """The IANA name of the machine's time zone, or UTC where it cannot be told."""
    from tzlocal import get_localzone_name

    try:
        name = get_localzone_name()
    except (OSError, LookupError, ValueError):
        return "UTC"
    return name if name and name in available_timezones() else "UTC"


def user_config() -> Path:
    """The user's own settings file."""
    from platformdirs import user_config_path

    return user_config_path("recall") / "config.toml"
