"""Settings from flags, the environment, recall.toml and the user's config, in that order."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from zoneinfo import available_timezones

from recall.app.kinds import (
    DURATION,
    DURATIONS,
    FOLDERS,
    SWITCH,
    TEXT,
    TIME,
    ZONE,
    Kind,
    count,
    number,
)
from recall.errors import RecallError, did_you_mean
from recall.model.settings import Settings
from recall.scheduling.checks import check_schedule


class ConfigError(RecallError):
    """A setting that is unknown or has a value it cannot have."""


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: its kind of value, an example, and what it is for."""

    name: str
    kind: Kind
    example: str
    help: str


KEYS: tuple[Key, ...] = (
    Key("decks", FOLDERS, 'decks = ["decks"]', "folders with decks, relative to the workspace"),
    Key("database", TEXT, 'database = "sqlite:///recall.db"', "the store, as a path or a URL"),
    Key("learner", TEXT, 'learner = "me"', "whose journal it is"),
    Key("lang", TEXT, 'lang = "zh"', "language of cards and messages where there is one"),
    Key("zone", ZONE, 'zone = "Asia/Shanghai"', "IANA time zone (default: the system's)"),
    Key("day_start", TIME, 'day_start = "04:00"', "when a study day begins"),
    Key("desired_retention", number(0.70, 0.99), "desired_retention = 0.9", "target recall"),
    Key("new_per_day", count(0, 9999), "new_per_day = 10", "new cards in a study day"),
    Key("reviews_per_day", count(0, 99999), "reviews_per_day = 200", "reviews in a study day"),
    Key("learning_steps", DURATIONS, 'learning_steps = ["1m", "10m"]', "steps of a new card"),
    Key("relearning_steps", DURATIONS, 'relearning_steps = ["10m"]', "steps after a lapse"),
    Key("learn_ahead", DURATION, 'learn_ahead = "20m"', "how early a learning card may come"),
    Key("maximum_interval", count(1, 36500), "maximum_interval = 36500", "longest interval, days"),
    Key("fuzz", SWITCH, "fuzz = true", "spread due dates within Anki's ranges"),
    Key("bury_siblings", SWITCH, "bury_siblings = true", "one card of a note a day"),
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
        return key.kind.read(value)
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
            values[key.name] = read_value(key.name, environment[name], where=name)
    return values


def settings_from(values: Mapping[str, object], *, zone: str) -> Settings:
    """Settings with the given values over the defaults; `zone` is the system's."""
    known = {field.name for field in fields(Settings)}
    chosen: dict[str, object] = {"zone": zone}
    chosen |= {name: value for name, value in values.items() if name in known}
    settings = Settings(**chosen)  # type: ignore[arg-type]  # every value was read by its key
    check_schedule(settings)
    return settings


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


def in_toml(name: str, value: object) -> str:
    """A setting as the right side of a line of TOML."""
    return _BY_NAME[name].kind.write(value)


def changed_text(text: str, name: str, value: object) -> str:
    """A settings file with one setting changed, or added before its first table; nothing else."""
    line = f"{name} = {in_toml(name, value)}"
    tables = re.search(r"(?m)^\s*\[", text)
    head = text[: tables.start()] if tables else text
    tail = text[len(head) :]
    found = re.search(rf"(?m)^[ \t]*{re.escape(name)}[ \t]*=.*$", head)
    if found:
        return head[: found.start()] + line + head[found.end() :] + tail
    gap = "" if not head or head.endswith("\n") else "\n"
    return f"{head}{gap}{line}\n{tail}"
