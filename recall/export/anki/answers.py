"""Answers given in Anki: its review log, read back for the cards that recall exported.

From a package (`.apkg`), a whole collection (`.colpkg`), or the collection of an Anki that is
closed. Their schemas differ, but not in `notes`, `cards` and `revlog`.
"""

import sqlite3
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

from recall.errors import RecallError
from recall.export.anki.ids import DIRECTIONS, cloze_number, guid
from recall.export.anki.kinds import Kind
from recall.model.ids import CardId

if TYPE_CHECKING:
    from recall.model.card import Card

LARGEST = 4 << 30
"""Bytes of a collection without its media; a larger one is not unpacked."""

_MEMBERS = ("collection.anki21b", "collection.anki21", "collection.anki2")
"""The newest first: beside it a package holds an older one that only says “please update”."""

_FILTERED, _RESCHEDULED = 3, 5
"""Kinds of the log: answered in a filtered deck, moved by a change of options."""

Place = tuple[str, int]
"""Where Anki keeps a card: the GUID of its note, and its ordinal there."""


class NotAnki(RecallError):
    """The file is neither a package nor a collection of Anki, or cannot be read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of Anki's review log.

    `at` is UTC in milliseconds; `rating` 1 to 4, or 0 where the card was made new again; `interval`
    in days, 0 while the card is in steps; `taken` in milliseconds.
    """

    card: CardId
    at: int
    rating: int
    interval: int
    taken: int


@dataclass(frozen=True, slots=True)
class Returned:
    """What a file of Anki says of recall's cards: how many it holds, and the answers in order."""

    cards: int
    answers: tuple[Answer, ...]


def read_answers(path: Path, cards: "Iterable[Card]") -> Returned:
    """The answers that a file of Anki holds for these cards. Raises NotAnki."""
    places = _places(cards)
    with _collection(path) as database:
        try:
            query = "SELECT c.id, n.guid, c.ord FROM cards c JOIN notes n ON n.id = c.nid"
            ours = {
                id_: places[guid_, ordinal]
                for id_, guid_, ordinal in database.execute(query)
                if (guid_, ordinal) in places
            }
            query = "SELECT cid, id, ease, ivl, factor, time, type FROM revlog ORDER BY id"
            answers = tuple(_answers(database.execute(query), ours))
        except sqlite3.DatabaseError as error:
            raise NotAnki(
                f"{path} cannot be read as a collection of Anki: {error}",
                "Close Anki if it is open, or export the decks from it and name that file.",
            ) from None
    return Returned(len(ours), answers)


def _places(cards: "Iterable[Card]") -> dict[Place, CardId]:
    """Every place at which the exporter may have put a card."""
    found: dict[Place, CardId] = {}
    for card in cards:
        found |= {(guid(kind, card.id), 0): card.id for kind in Kind}
        if number := cloze_number(card.facet):
            found[guid(Kind.CLOZE, card.note), number - 1] = card.id
        if card.facet in DIRECTIONS:
            found[guid(Kind.REVERSED, card.note), DIRECTIONS.index(card.facet)] = card.id
    return found


def _answers(lines: Iterable[Any], ours: Mapping[int, CardId]) -> Iterator[Answer]:
    """The lines that say something about memory: answers, and cards made new again."""
    for id_, at, rating, interval, factor, taken, kind in lines:
        if id_ not in ours or not all(type(n) is int for n in (at, rating, interval, taken)):
            continue
        looked_at = kind == _FILTERED and not factor
        moved_by_hand = not rating and factor
        if at < 0 or rating not in range(5) or looked_at or moved_by_hand or kind == _RESCHEDULED:
            continue
        yield Answer(ours[id_], at, rating, max(0, interval), max(0, taken))


@contextmanager
def _collection(path: Path) -> Iterator[sqlite3.Connection]:
    """The database in a file of Anki, read only."""
    with TemporaryDirectory(prefix="recall-") as folder:
        try:
            with path.open("rb") as file:
                plain = file.read(16) == b"SQLite format 3\0"
            database = path.resolve() if plain else _unpack(path, Path(folder))
        except OSError as error:
            raise NotAnki(
                f"{path} cannot be read: {error.strerror}", "Name another file."
            ) from None
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            yield connection


def _unpack(path: Path, folder: Path) -> Path:
    """The newest collection of a package, as a file in that folder."""
    target = folder / "collection"
    try:
        with zipfile.ZipFile(path) as package:
            name = next(name for name in _MEMBERS if name in package.namelist())
            with package.open(name) as source, target.open("wb") as file:
                for chunk in _chunks(source, compressed=name == _MEMBERS[0]):
                    file.write(chunk)
                    if file.tell() > LARGEST:
                        raise NotAnki(f"the collection in {path} has more than {LARGEST} bytes")
    except StopIteration:
        raise NotAnki(f"{path} holds no collection of Anki", "Name an .apkg or .colpkg.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        message = f"{path} is no package of Anki, or was cut off: {error}"
        raise NotAnki(message, "Name an .apkg, a .colpkg or a collection.anki2.") from None
    return target


def _chunks(source: IO[bytes], *, compressed: bool) -> Iterator[bytes]:
    """The bytes of a member, one MiB at a time. Raises ValueError if they cannot be unpacked."""
    if not compressed:
        stream: Any = source
        failures: tuple[type[Exception], ...] = ()
    elif sys.version_info >= (3, 14):
        from compression import zstd

        stream, failures = zstd.ZstdFile(source), (zstd.ZstdError,)
    else:
        import zstandard

        stream = zstandard.ZstdDecompressor().stream_reader(source)
        failures = (zstandard.ZstdError,)
    try:
        while chunk := stream.read(1 << 20):
            yield chunk
    except failures as error:
        raise ValueError(str(error)) from None
