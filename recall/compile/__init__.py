"""From parsed decks to the collection, and the checks that need all of it."""

from recall.compile.build import Sheaf, build

__all__ = ["Sheaf", "build"]
