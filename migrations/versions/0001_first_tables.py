"""First tables: the collection, the journal, the state cache, FSRS parameters.

Written out in full, because a migration must keep meaning what it meant when it was released. The
append-only triggers are put in place after every run of migrations (see env.py).
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INT = sa.Integer()
FLOAT = sa.Double().with_variant(sa.REAL(), "sqlite")


def upgrade() -> None:
    """Make all tables and indexes."""
    create_learner()
    create_decks()
    create_notes()
    create_cards()
    create_journal()
    create_card_state()
    create_parameters()


def downgrade() -> None:
    """There is no way back: it would throw the journal away."""
    raise RuntimeError("Before the first tables there is nothing; delete the store instead.")


def required(names: str, kind: sa.types.TypeEngine) -> list[sa.Column]:
    """Columns of one type that always have a value."""
    return [sa.Column(name, kind, nullable=False) for name in names.split()]


def optional(name: str, kind: sa.types.TypeEngine) -> sa.Column:
    """A column that may be NULL."""
    return sa.Column(name, kind, nullable=True)


def flags(table: str, *names: str) -> list[sa.CheckConstraint]:
    """Integer columns that hold 0 or 1."""
    return [
        sa.CheckConstraint(f'"{name}" IN (0, 1)', name=op.f(f"ck_{table}_{name}")) for name in names
    ]


def create_learner() -> None:
    op.create_table(
        "learner",
        *required("id", TEXT),
        *required("created_at", BIG),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learner")),
        sqlite_strict=True,
    )


def create_decks() -> None:
    op.create_table(
        "pillar",
        *required("id", TEXT),
        *required("position", INT),
        *required("titles", TEXT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pillar")),
        sqlite_strict=True,
    )
    op.create_table(
        "deck",
        *required("id pillar", TEXT),
        *required("position", INT),
        *required("titles prerequisites", TEXT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sqlite_strict=True,
    )
    op.create_table(
        "deck_file",
        *required("path", TEXT),
        sa.Column("deck", TEXT, nullable=True),
        *required("position", INT),
        *required("size mtime_ns", BIG),
        *required("hash", TEXT),
        sa.PrimaryKeyConstraint("path", name=op.f("pk_deck_file")),
        sa.ForeignKeyConstraint(["deck"], ["deck.id"], name=op.f("fk_deck_file_deck_deck")),
        sqlite_strict=True,
    )


def create_notes() -> None:
    op.create_table(
        "note",
        *required("id deck", TEXT),
        *required("position", INT),
        *required("heading text digest", TEXT),
        *required("stamped present", INT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_note")),
        *flags("note", "stamped", "present"),
        sqlite_strict=True,
    )


def create_cards() -> None:
    op.create_table(
        "card",
        *required("id note facet deck pillar type digest", TEXT),
        *required("position", INT),
        *required("span lang title source tags terms prerequisites body", TEXT),
        *required("present", INT),
        *required("changed_at", BIG),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card")),
        sa.ForeignKeyConstraint(["note"], ["note.id"], name=op.f("fk_card_note_note")),
        *flags("card", "present"),
        sqlite_strict=True,
    )
    columns = ["present", "position", "id", "note", "deck", "pillar", "prerequisites"]
    op.create_index("ix_card_queue", "card", columns)


def create_journal() -> None:
    op.create_table(
        "journal",
        *required("id learner card", TEXT),
        *required("at", BIG),
        *required("utc_offset study_day", INT),
        *required("kind", TEXT),
        optional("rating", INT),
        optional("duration_ms", BIG),
        optional("variant", BIG),
        optional("digest", TEXT),
        optional("response", TEXT),
        optional("outcome", TEXT),
        optional("mistake", TEXT),
        optional("target", TEXT),
        optional("day", INT),
        optional("on", INT),
        optional("phase", TEXT),
        optional("due_day", INT),
        optional("interval", INT),
        optional("due_at", BIG),
        optional("step", INT),
        optional("stability", FLOAT),
        optional("difficulty", FLOAT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.id"], name=op.f("fk_journal_learner_learner")
        ),
        *journal_checks(),
        sqlite_strict=True,
    )
    op.create_index("ix_journal_card", "journal", ["learner", "card", "at", "study_day", "rating"])
    op.create_index("ix_journal_day", "journal", ["learner", "study_day", "kind", "card"])
    op.create_index("ix_journal_time", "journal", ["learner", "at"])


def journal_checks() -> list[sa.CheckConstraint]:
    """Each kind of entry has what belongs to it, and no other kind has it."""
    kinds = (
        "'review', 'undo', 'suspend', 'resume', 'bury', 'unbury', 'reset', 'set_due', 'flag', "
        "'import'"
    )
    checks = {
        "kind": f"kind IN ({kinds})",
        "rating": "rating BETWEEN 1 AND 4",
        "review": "(kind = 'review') = (rating IS NOT NULL)",
        "undo": "(kind = 'undo') = (target IS NOT NULL)",
        "day": "(kind IN ('set_due', 'import')) = (day IS NOT NULL)",
        "stability": "(kind = 'import') = (stability IS NOT NULL)",
        "difficulty": "(kind = 'import') = (difficulty IS NOT NULL)",
        "placed": "kind = 'review' OR phase IS NULL",
        "due_day": "(phase IS NULL) = (due_day IS NULL)",
        "interval": "(phase IS NULL) = (interval IS NULL)",
        "flag": "(kind = 'flag') = (\"on\" IS NOT NULL)",
        "on": '"on" IN (0, 1)',
    }
    return [
        sa.CheckConstraint(check, name=op.f(f"ck_journal_{name}")) for name, check in checks.items()
    ]


def create_card_state() -> None:
    op.create_table(
        "card_state",
        *required("learner card phase", TEXT),
        optional("step", INT),
        optional("stability", FLOAT),
        optional("difficulty", FLOAT),
        optional("due_at", BIG),
        optional("due_day", INT),
        *required("interval", INT),
        optional("last_at", BIG),
        optional("last_day", INT),
        *required("reps lapses suspended", INT),
        optional("buried_day", INT),
        *required("flagged", INT),
        *required("last_entry", TEXT),
        sa.PrimaryKeyConstraint("learner", "card", name=op.f("pk_card_state")),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.id"], name=op.f("fk_card_state_learner_learner")
        ),
        *flags("card_state", "suspended", "flagged"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def create_parameters() -> None:
    op.create_table(
        "parameters",
        *required("id", BIG),
        *required("learner", TEXT),
        *required("at", BIG),
        *required("algorithm numbers", TEXT),
        *required("desired_retention", FLOAT),
        *required("trained_on losses", TEXT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_parameters")),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.id"], name=op.f("fk_parameters_learner_learner")
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_parameters_learner", "parameters", ["learner", "id"])
