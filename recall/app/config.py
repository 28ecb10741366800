"""Settings from flags, the environment, recall.toml and the user's config, in that order."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from recall.app.kinds import (
    DAY,
    DURATION,
    DURATIONS,
    FOLDERS,
    SPANS,
    SWITCH,
    TEXT,
    TIME,
    WEEK,
    ZONE,
    Kind,
    count,
    is_zone,
    number,
    one_of,
)
from recall.errors import RecallError, did_you_mean
from recall.model.settings import LeechAction, NewOrder, Override, ReviewOrder, Settings
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
    Key(
        "review_order",
        one_of(ReviewOrder),
        'review_order = "risk"',
        "risk, recall, due, deck, random",
    ),
    Key(
        "new_order", one_of(NewOrder), 'new_order = "path"', "path: after what it requires; or deck"
    ),
    Key("interleave", SWITCH, "interleave = true", "pillars take turns"),
    Key("path_stability", number(0, 365), "path_stability = 3", "days until a note opens others"),
    Key("leech_after", count(2, 99), "leech_after = 8", "lapses that make a leech"),
    Key("leech_action", one_of(LeechAction), 'leech_action = "flag"', "flag or suspend a leech"),
    Key("load_balance", SWITCH, "load_balance = true", "even days within the range of fuzz"),
    Key("easy_days", WEEK, "easy_days = [1, 1, 1, 1, 1, 0.5, 0]", "share of the load, Mon to Sun"),
    Key("holidays", SPANS, 'holidays = ["2026-12-24..2027-01-02"]', "days to keep free"),
    Key("exam", DAY, 'exam = "2027-03-01"', "a day on which much should be known"),
    Key("exam_target", number(0.70, 0.99), "exam_target = 0.95", "recall wanted on that day"),
    Key("ascii", SWITCH, "ascii = false", "draw lines, charts and math in ASCII"),
    Key(
        "ambiguous_width",
        count(1, 2),
        "ambiguous_width = 1",
        "2: a terminal that draws “…” and “·” two cells wide",
    ),
)
"""Every setting, in the order the documentation lists them."""

OVERRIDES = {
    "pillar": ("desired_retention", "new_per_day", "reviews_per_day", "exam", "exam_target"),
    "deck": ("desired_retention",),
}
"""What a table `[pillar.NAME]` or `[deck."PILLAR/NAME"]` may set for that pillar or deck alone."""

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
    values: dict[str, object] = {}
    for name, value in data.items():
        if name in OVERRIDES:
            values[name] = _overrides(name, value, where=str(path))
        else:
            values[name] = read_value(name, value, where=str(path))
    return values


def read_override(table: str, name: str, value: object, *, where: str) -> object:
    """The checked value of a setting of one pillar or deck. Raises ConfigError."""
    allowed = OVERRIDES[table]
    if name not in allowed:
        hint = did_you_mean(name, allowed)
        message = f"{where}: a {table} has no setting “{name}” of its own.{hint}"
        raise ConfigError(message, f"It can have: {', '.join(allowed)}.")
    return read_value(name, value, where=where)


def _overrides(table: str, value: object, *, where: str) -> tuple[Override, ...]:
    """The tables of the pillars, or of the decks."""
    example = "moe" if table == "pillar" else '"moe/routing"'
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        raise ConfigError(
            f"{where}: {table} is no table", f"Write [{table}.{example}], one for each."
        )
    found = []
    for name, settings in value.items():
        place = f"{where} [{table}.{name}]"
        read = {
            key: read_override(table, key, given, where=place) for key, given in settings.items()
        }
        found.append(Override(name, **read))  # type: ignore[arg-type]  # each was read by its key
    return tuple(found)


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
    known = {field.name for field in fields(Settings)} - {"pillars", "decks"}
    chosen: dict[str, object] = {"zone": zone}
    chosen |= {name: value for name, value in values.items() if name in known}
    chosen |= {f"{name}s": values[name] for name in OVERRIDES if name in values}
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
    return name if name and is_zone(name) else "UTC"


def in_toml(name: str, value: object) -> str:
    """A setting as the right side of a line of TOML."""
    return _BY_NAME[name].kind.write(value)


def changed_text(text: str, name: str, value: object, *, table: str | None = None) -> str:
    """A settings file with one setting changed, or added; nothing else.

    Without a `table` (its header as TOML writes it, without brackets) it stands before the first.
    """
    line = f"{name} = {in_toml(name, value)}"
    start, end = _section(text, table)
    if start is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}[{table}]\n{line}\n"
    head, body, tail = text[:start], text[start:end], text[end:]
    found = re.search(rf"(?m)^[ \t]*{re.escape(name)}[ \t]*=.*$", body)
    if found:
        return head + body[: found.start()] + line + body[found.end() :] + tail
    kept = body.rstrip("\n")
    space = body[len(kept) :] if tail else "\n"
    return f"{head}{kept}{chr(10) if kept else ''}{line}{space or chr(10)}{tail}"


def _section(text: str, table: str | None) -> tuple[int | None, int]:
    """Where the settings of a table begin and end; None if there is no such table."""
    headers = list(re.finditer(r"(?m)^[ \t]*\[([^\n]*)\][ \t]*(?:#.*)?$\n?", text))
    if table is None:
        return 0, headers[0].start() if headers else len(text)
    ends = [*(header.start() for header in headers[1:]), len(text)]
    for header, end in zip(headers, ends, strict=False):
        if header[1].strip() == table:
            return header.end(), end
    return None, len(text)
