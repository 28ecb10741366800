"""The tables, as SQLAlchemy Core describes them.

Ids and texts are TEXT, times INTEGER milliseconds since 1970 (UTC), flags INTEGER 0 or 1, and what
is never searched is JSON text. Everything compares byte by byte, so that both databases order ids
as Python does.
"""

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

from recall.store.schema import VERSION_TABLE

METADATA = MetaData(
    naming_convention={
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
VERSION_METADATA = MetaData()

TEXT: TypeEngine[str] = Text().with_variant(Text(collation="C"), "postgresql")
BIG: TypeEngine[int] = BigInteger().with_variant(Integer(), "sqlite")
FLOAT: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")


def _flag(name: str) -> tuple[Column[int], CheckConstraint]:
    return (
        Column(name, Integer, nullable=False),
        CheckConstraint(f'"{name}" IN (0, 1)', name=name),
    )


version = Table(
    VERSION_TABLE,
    VERSION_METADATA,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)
"""One row. Alembic's own definition of its table, so that either of us can make it."""

learner = Table(
    "learner",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("created_at", BIG, nullable=False),
    sqlite_strict=True,
)

pillar = Table(
    "pillar",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("titles", TEXT, nullable=False),
    sqlite_strict=True,
)

deck = Table(
    "deck",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("pillar", TEXT, nullable=False),
    Column("position", Integer, nullable=False),
    Column("titles", TEXT, nullable=False),
    Column("prerequisites", TEXT, nullable=False),
    sqlite_strict=True,
)

deck_file = Table(
    "deck_file",
    METADATA,
    Column("path", TEXT, primary_key=True),
    Column("deck", TEXT, ForeignKey("deck.id"), nullable=True),
    Column("position", Integer, nullable=False),
    Column("size", BIG, nullable=False),
    Column("mtime_ns", BIG, nullable=False),
    Column("hash", TEXT, nullable=False),
    sqlite_strict=True,
)

note = Table(
    "note",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("deck", TEXT, nullable=False),
    Column("position", Integer, nullable=False),
    Column("heading", TEXT, nullable=False),
    Column("text", TEXT, nullable=False),
    Column("digest", TEXT, nullable=False),
    *_flag("stamped"),
    *_flag("present"),
    sqlite_strict=True,
)
"""A note that vanished stays, with the deck it was last in, which may be gone."""

card = Table(
    "card",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("note", TEXT, ForeignKey("note.id"), nullable=False),
    Column("facet", TEXT, nullable=False),
    Column("deck", TEXT, nullable=False),
    Column("pillar", TEXT, nullable=False),
    Column("type", TEXT, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("position", Integer, nullable=False),
    Column("span", TEXT, nullable=False),
    Column("lang", TEXT, nullable=False),
    Column("title", TEXT, nullable=False),
    Column("source", TEXT, nullable=False),
    Column("tags", TEXT, nullable=False),
    Column("terms", TEXT, nullable=False),
    Column("prerequisites", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    *_flag("present"),
    Column("changed_at", BIG, nullable=False),
    # The queue and `due` read these columns of every card, never the wide rows themselves.
    Index("ix_card_queue", "present", "position", "id", "note", "deck", "pillar", "prerequisites"),
    sqlite_strict=True,
)

KINDS = (
    "review",
    "undo",
    "suspend",
    "resume",
    "bury",
    "unbury",
    "reset",
    "set_due",
    "flag",
    "import",
)

journal = Table(
    "journal",
    METADATA,
    Column("id", TEXT, primary_key=True),
    Column("learner", TEXT, ForeignKey("learner.id"), nullable=False),
    # No foreign key: entries of cards that this collection does not have are kept.
    Column("card", TEXT, nullable=False),
    Column("at", BIG, nullable=False),
    Column("utc_offset", Integer, nullable=False),
    Column("study_day", Integer, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("rating", Integer),
    Column("duration_ms", BIG),
    Column("variant", BIG),
    Column("digest", TEXT),
    Column("response", TEXT),
    Column("outcome", TEXT),
    Column("mistake", TEXT),
    Column("target", TEXT),
    Column("day", Integer),
    Column("on", Integer),
    Column("phase", TEXT),
    Column("due_day", Integer),
    Column("interval", Integer),
    Column("due_at", BIG),
    Column("step", Integer),
    Column("stability", FLOAT),
    Column("difficulty", FLOAT),
    CheckConstraint(f"kind IN ({', '.join(repr(kind) for kind in KINDS)})", name="kind"),
    CheckConstraint("rating BETWEEN 1 AND 4", name="rating"),
    CheckConstraint("(kind = 'review') = (rating IS NOT NULL)", name="review"),
    CheckConstraint("(kind = 'undo') = (target IS NOT NULL)", name="undo"),
    CheckConstraint("(kind IN ('set_due', 'import')) = (day IS NOT NULL)", name="day"),
    CheckConstraint("(kind = 'import') = (stability IS NOT NULL)", name="stability"),
    CheckConstraint("(kind = 'import') = (difficulty IS NOT NULL)", name="difficulty"),
    CheckConstraint("kind = 'review' OR phase IS NULL", name="placed"),
    CheckConstraint("(phase IS NULL) = (due_day IS NULL)", name="due_day"),
    CheckConstraint("(phase IS NULL) = (interval IS NULL)", name="interval"),
    CheckConstraint("(kind = 'flag') = (\"on\" IS NOT NULL)", name="flag"),
    CheckConstraint('"on" IN (0, 1)', name="on"),
    Index("ix_journal_card", "learner", "card", "at", "study_day", "rating"),
    Index("ix_journal_day", "learner", "study_day", "kind", "card"),
    Index("ix_journal_time", "learner", "at"),
    sqlite_strict=True,
)

card_state = Table(
    "card_state",
    METADATA,
    Column("learner", TEXT, ForeignKey("learner.id"), nullable=False),
    Column("card", TEXT, nullable=False),
    Column("phase", TEXT, nullable=False),
    Column("step", Integer),
    Column("stability", FLOAT),
    Column("difficulty", FLOAT),
    Column("due_at", BIG),
    Column("due_day", Integer),
    Column("interval", Integer, nullable=False),
    Column("last_at", BIG),
    Column("last_day", Integer),
    Column("reps", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
    *_flag("suspended"),
    Column("buried_day", Integer),
    *_flag("flagged"),
    Column("last_entry", TEXT, nullable=False),
    PrimaryKeyConstraint("learner", "card"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""A cache: the journal, folded. It can be thrown away and computed again."""

parameters = Table(
    "parameters",
    METADATA,
    Column("id", BIG, primary_key=True),
    Column("learner", TEXT, ForeignKey("learner.id"), nullable=False),
    Column("at", BIG, nullable=False),
    Column("algorithm", TEXT, nullable=False),
    Column("numbers", TEXT, nullable=False),
    Column("desired_retention", FLOAT, nullable=False),
    Column("trained_on", TEXT, nullable=False),
    Column("losses", TEXT, nullable=False),
    Index("ix_parameters_learner", "learner", "id"),
    sqlite_strict=True,
)
