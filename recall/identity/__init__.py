"""Which note is which across edits: ids in the files first, re-linking for notes without one."""

from recall.identity.assign import Assignment, assign
from recall.identity.report import Changes, compare

__all__ = ["Assignment", "Changes", "assign", "compare"]
