"""When a card comes back: FSRS on study days, fuzz, the fold of the journal, the queue."""
