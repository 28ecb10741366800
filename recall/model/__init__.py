"""The nouns of the project: immutable values that every layer above shares."""
