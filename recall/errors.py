"""What a person is told when a command cannot go on.

Content problems are diagnostics and never raised. Everything else that a user can run into is one
subclass of RecallError; `cli/main` catches it once and prints `message`, then `next_step`, each on
one line.
"""

from difflib import get_close_matches
from typing import ClassVar


class RecallError(Exception):
    """A failure with words for the user: what was found, what was expected, what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, next_step: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step


class UsageError(RecallError):
    """The command line asks for something that does not exist or contradicts itself."""

    exit_code = 2


class SchemaError(RecallError):
    """The store was written by a newer or an unknown program."""

    exit_code = 4


def did_you_mean(word: str, known: "list[str] | tuple[str, ...] | frozenset[str]") -> str:
    """A clause such as ` Did you mean “kv-cache-batch”?`, or nothing when no known word is near."""
    near = get_close_matches(word, sorted(known), n=1, cutoff=0.6)
    return f" Did you mean “{near[0]}”?" if near else ""
