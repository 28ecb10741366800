"""What a compile leaves for the next one: its decks, and what was wrong with them.

The record is a JSON file in the user's cache folder, named by a hash of its own content. The store
keeps that name with the collection, so that a record can only ever be taken for the collection it
was made with. A record that is missing, spoilt or of another program is no record: the next compile
reads every deck.
"""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from recall.diagnostics import Code, Diagnostic
from recall.model.card import DeckFile, DeckInfo
from recall.model.ids import DeckId, NoteId
from recall.source import Span

KEPT = 16
"""Most records in the folder; the oldest go first."""
_MOST_BYTES = 64_000_000


@dataclass(frozen=True, slots=True)
class NoteWants:
    """What a note requires: names as written, and where."""

    note: NoteId
    names: tuple[str, ...]
    place: Span


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """A deck as it was compiled. `info` is None where its files hold no note.

    `files` are all that were read for it. `first_note` and `first_card` are the places of its first
    note and card in the collection. `images` are sources and places. `diagnostics` are those that
    depend on nothing but its files.
    """

    deck: DeckId
    files: tuple[DeckFile, ...]
    info: DeckInfo | None = None
    path: str = ""
    order: int | None = None
    notes: tuple[NoteId, ...] = ()
    wants: tuple[NoteWants, ...] = ()
    images: tuple[tuple[str, Span], ...] = ()
    cards: int = 0
    first_note: int = 0
    first_card: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """All decks of a compile. `shared` are problems that depend on several decks."""

    decks: Mapping[DeckId, DeckRecord] = field(default_factory=dict)
    shared: tuple[Diagnostic, ...] = ()


def folder() -> Path:
    """Where records are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("recall", appauthor=False) / "compiled"


def write_record(record: Record, *, engine: str, place: Path | None = None) -> str:
    """Keep what the compiler `engine` made; its name, empty where nothing can be written."""
    text = json.dumps(_dump(record, engine), ensure_ascii=False, separators=(",", ":"))
    raw = text.encode("utf-8", "surrogatepass")
    name = sha256(raw).hexdigest()
    into = place or folder()
    target = into / f"{name}.json"
    temporary = ""
    try:
        if target.exists() and target.read_bytes() == raw:
            return name
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=into, suffix=".new", delete=False) as file:
            temporary = file.name
            file.write(raw)
        Path(temporary).replace(target)
        _prune(into)
    except OSError:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        return ""
    return name


def read_record(name: str, *, engine: str, place: Path | None = None) -> Record | None:
    """The record of that name; None if it cannot be used."""
    path = (place or folder()) / f"{name}.json"
    try:
        if not name.isalnum() or path.stat().st_size > _MOST_BYTES:
            return None
        raw = path.read_bytes()
    except OSError:
        return None
    if sha256(raw).hexdigest() != name:
        return None
    data = json.loads(raw.decode("utf-8", "surrogatepass"))
    if data["engine"] != engine:
        return None
    codes = {id_: Code(id_, *texts) for id_, texts in data["codes"].items()}
    decks = (_load(each, codes) for each in data["decks"])
    shared = tuple(_load_problem(each, codes) for each in data["shared"])
    return Record({deck.deck: deck for deck in decks}, shared)


def _prune(into: Path) -> None:
    files = sorted(into.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in files[:-KEPT]:
        path.unlink(missing_ok=True)


def _dump(record: Record, engine: str) -> dict[str, Any]:
    decks = record.decks.values()
    problems = (*record.shared, *(d for deck in decks for d in deck.diagnostics))
    codes = {d.code.id: d.code for d in problems}
    return {
        "engine": engine,
        "codes": {id_: (code.title, code.why, code.fix) for id_, code in codes.items()},
        "shared": [_dump_problem(problem) for problem in record.shared],
        "decks": [_dump_one(deck) for deck in decks],
    }


def _dump_one(record: DeckRecord) -> dict[str, Any]:
    info = record.info
    return {
        "deck": record.deck,
        "files": [_dump_file(file) for file in record.files],
        "info": info
        and {
            "pillar": info.pillar,
            "position": info.position,
            "titles": dict(info.titles),
            "prerequisites": info.prerequisites,
            "files": [_dump_file(file) for file in info.files],
        },
        "path": record.path,
        "order": record.order,
        "notes": record.notes,
        "wants": [(each.note, each.names, _dump_span(each.place)) for each in record.wants],
        "images": [(source, _dump_span(place)) for source, place in record.images],
        "cards": record.cards,
        "first": (record.first_note, record.first_card),
        "diagnostics": [_dump_problem(problem) for problem in record.diagnostics],
    }


def _load(data: dict[str, Any], codes: Mapping[str, Code]) -> DeckRecord:
    info, deck = data["info"], DeckId(data["deck"])
    first_note, first_card = data["first"]
    return DeckRecord(
        deck=deck,
        files=tuple(DeckFile(*file) for file in data["files"]),
        info=info
        and DeckInfo(
            id=deck,
            pillar=info["pillar"],
            position=info["position"],
            titles=info["titles"],
            prerequisites=tuple(info["prerequisites"]),
            files=tuple(DeckFile(*file) for file in info["files"]),
        ),
        path=data["path"],
        order=data["order"],
        notes=tuple(data["notes"]),
        wants=tuple(
            NoteWants(NoteId(note), tuple(names), Span(*place))
            for note, names, place in data["wants"]
        ),
        images=tuple((source, Span(*place)) for source, place in data["images"]),
        cards=data["cards"],
        first_note=first_note,
        first_card=first_card,
        diagnostics=tuple(_load_problem(each, codes) for each in data["diagnostics"]),
    )


def _dump_problem(problem: Diagnostic) -> tuple[Any, ...]:
    return (problem.code.id, _dump_span(problem.span), problem.message, problem.hint)


def _load_problem(data: list[Any], codes: Mapping[str, Code]) -> Diagnostic:
    code, span, message, hint = data
    return Diagnostic(codes[code], Span(*span), message, hint)


def _dump_span(span: Span) -> tuple[str, int, int, int, int]:
    return (span.path, span.line, span.column, span.end_line, span.end_column)


def _dump_file(file: DeckFile) -> tuple[str, int, int, str]:
    return (file.path, file.size, file.mtime_ns, file.hash)
