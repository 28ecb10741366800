"""What can go wrong with a store, in words for the user. Imports no library."""

from recall.errors import RecallError, SchemaError, UsageError


class StoreError(RecallError):
    """The database cannot do what was asked of it."""


class StoreMissing(StoreError):
    """There is no store where one was expected."""


class NotAStore(StoreError):
    """The file or database holds something else."""


class StoreDamaged(StoreError):
    """The file was a store and can no longer be read as one."""


class StoreUnwritable(StoreError):
    """The file or its folder cannot be opened or written."""


class DiskFull(StoreError):
    """There is no room left for what was to be written."""


class StoreLocked(StoreError):
    """Another program holds the store longer than we wait."""


class StoreUnreachable(StoreError):
    """The database server does not answer or does not let us in."""


class DriverMissing(StoreError):
    """The library that speaks to this kind of database is not installed."""


class BadDatabaseUrl(UsageError):
    """The address names no database that a store can be in."""


class SchemaTooNew(SchemaError):
    """A newer program wrote the store."""


class SchemaUnknown(SchemaError):
    """The store has a version that no program of ours ever had."""


class UpgradeFailed(SchemaError):
    """Bringing the tables to this program's version did not work; nothing was changed."""


class JournalConflict(StoreError):
    """Two different entries claim the same id."""


class UnknownEntryKind(SchemaError):
    """The journal holds an entry of a kind that this program does not know."""
