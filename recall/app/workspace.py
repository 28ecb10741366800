"""Where decks and store are, and everything else a command needs from outside."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import recall
from recall.app.clock import Clock, make_clock, moment
from recall.app.config import read_environment, read_file, settings_from, system_zone
from recall.errors import UsageError
from recall.model.ids import LearnerId
from recall.model.moment import Moment
from recall.model.settings import Settings
from recall.scheduling.checks import check_schedule

if TYPE_CHECKING:
    from recall.store.open import Store

CONFIG = "recall.toml"
STORE = Path(".recall") / "recall.db"


@dataclass(frozen=True, slots=True)
class DeckRoot:
    """A folder of decks. `shown` is how diagnostics name it; shipped decks are read only."""

    path: Path
    shown: str
    shipped: bool = False


@dataclass(frozen=True, slots=True)
class Workspace:
    """A collection with its store, as flags, environment and config files describe it."""

    folder: Path
    roots: tuple[DeckRoot, ...]
    database: str
    learner: LearnerId
    settings: Settings
    clock: Clock

    def now(self) -> Moment:
        """The present moment on the learner's calendar."""
        return moment(self.clock, zone=self.settings.zone, day_start=self.settings.day_start)

    def value_of(self, name: str) -> object:
        """The value in force of a setting."""
        match name:
            case "decks":
                return tuple(str(root.path) for root in self.roots)
            case "database":
                return self.database
            case "learner":
                return str(self.learner)
            case _:
                return getattr(self.settings, name)

    def with_value(self, name: str, value: object) -> Settings:
        """The settings with one changed. Raises InvalidSchedule if they no longer fit together."""
        if name not in {field.name for field in fields(Settings)}:
            return self.settings
        changed = replace(self.settings, **{name: value})  # type: ignore[arg-type]
        check_schedule(changed)
        return changed

    @property
    def store_path(self) -> Path | None:
        """The SQLite file, or None if the store is a server."""
        return None if "://" in self.database else Path(self.database)

    def open_store(self, *, create: bool = True) -> "Store":
        """The store, created or upgraded if need be. Raises RecallError with a next step."""
        from recall.store.open import open_store

        return open_store(self.database, create=create)


def find_workspace(
    *,
    cwd: Path,
    environment: Mapping[str, str],
    folder: str | None = None,
    database: str | None = None,
    learner: str | None = None,
    user_config: Path | None = None,
) -> Workspace:
    """The workspace that these flags and this environment mean.

    `user_config` is the user's own settings file, if one counts.
    """
    chosen = folder or environment.get("RECALL_WORKSPACE")
    place = _given(cwd, chosen) if chosen else _search(cwd)
    values = {} if user_config is None else read_file(user_config)
    values |= read_file(place / CONFIG)
    values |= read_environment(environment)
    values |= {k: v for k, v in {"database": database, "learner": learner}.items() if v}
    zone = str(values.get("zone") or system_zone())
    return Workspace(
        folder=place,
        roots=_roots(place, values.get("decks")),
        database=_database(place, values.get("database")),
        learner=LearnerId(str(values.get("learner") or "me")),
        settings=settings_from(values, zone=zone),
        clock=make_clock(environment.get("RECALL_NOW")),
    )


def _given(cwd: Path, chosen: str) -> Path:
    path = cwd / Path(chosen).expanduser()
    if not path.is_dir():
        raise UsageError(f"the workspace {path} is not a folder", "Create it, or name another one.")
    return path


def _search(cwd: Path) -> Path:
    """The nearest folder upwards with a recall.toml, else one with decks here, else user data."""
    for folder in (cwd, *cwd.parents):
        if (folder / CONFIG).is_file():
            return folder
    if (cwd / "decks").is_dir():
        return cwd
    from platformdirs import user_data_path

    return user_data_path("recall")


def shipped_decks() -> Path:
    """The decks that come with the package (of a checkout: the ones beside it)."""
    package = Path(recall.__file__).parent
    inside = package / "_data" / "decks"
    return inside if inside.is_dir() else package.parent / "decks"


def _roots(place: Path, configured: object) -> tuple[DeckRoot, ...]:
    if isinstance(configured, tuple):
        roots = tuple(DeckRoot(_folder(place, name), name.rstrip("/")) for name in configured)
        for root in roots:
            if not root.path.is_dir():
                message = f"the deck folder {root.path} does not exist"
                raise UsageError(message, f"Create it, or correct `decks` in {CONFIG}.")
        return roots
    own = place / "decks"
    if own.is_dir():
        return (DeckRoot(own, "decks"),)
    return (DeckRoot(shipped_decks(), "decks", shipped=True),)


def _folder(place: Path, name: str) -> Path:
    """A folder of decks, seen from the workspace; `~` is the home of a user."""
    try:
        return place / Path(name).expanduser()
    except RuntimeError:  # a user that there is not: the folder is then missing under that name
        return place / name


def _database(place: Path, configured: object) -> str:
    """The store as a path or a URL; relative paths are meant from the workspace."""
    text = str(configured or STORE)
    if text.startswith("sqlite:///"):
        text = text.removeprefix("sqlite:///")
    return text if "://" in text else str(place / Path(text).expanduser())
