"""Database triggers that make the journal and the parameters append-only.

Rebuilding a table, as SQLite migrations must, drops its triggers. `guard_statements` can therefore
be run at any time and as often as one likes; every upgrade ends with it.
"""

GUARDED = ("journal", "parameters")
"""The tables in which a row, once written, never changes."""

REFUSAL = "is append-only: a row, once written, stays as it is"


def guard_statements(dialect: str) -> tuple[str, ...]:
    """The SQL that puts all guards in place; `dialect` is `sqlite` or `postgresql`."""
    make = {"sqlite": _sqlite, "postgresql": _postgresql}[dialect]
    return tuple(statement for table in GUARDED for statement in make(table))


def guard_names(dialect: str) -> frozenset[str]:
    """The names of the triggers that must exist."""
    actions = ("update", "delete", "replace") if dialect == "sqlite" else ("change",)
    return frozenset(f"{table}_refuses_{action}" for table in GUARDED for action in actions)


def _sqlite(table: str) -> tuple[str, ...]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} {REFUSAL}'); END"
    # INSERT OR REPLACE deletes the old row without a word to DELETE triggers.
    known = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)"
    events = {
        "update": f"BEFORE UPDATE ON {table}",
        "delete": f"BEFORE DELETE ON {table}",
        "replace": f"BEFORE INSERT ON {table} WHEN {known}",
    }
    return tuple(
        statement
        for action, event in events.items()
        for statement in (
            f"DROP TRIGGER IF EXISTS {table}_refuses_{action}",
            f"CREATE TRIGGER {table}_refuses_{action} {event} {refuse}",
        )
    )


def _postgresql(table: str) -> tuple[str, ...]:
    return (
        f"CREATE OR REPLACE FUNCTION {table}_refuses_change() RETURNS trigger LANGUAGE plpgsql "
        f"AS $$ BEGIN RAISE EXCEPTION '{table} {REFUSAL}'; END $$",
        f"DROP TRIGGER IF EXISTS {table}_refuses_change ON {table}",
        f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuses_change()",
    )
