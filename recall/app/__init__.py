"""Use cases. They own the clock, the paths, the environment and the transactions."""
