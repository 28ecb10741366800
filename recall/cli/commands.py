"""Every command: where it lives, and the one line that help shows.

Help, completion and typing errors use this table alone, so that they import nothing.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its module below `recall.cli`, the object in it, its one line, its group."""

    name: str
    module: str
    attribute: str
    help: str
    group: str
    hidden: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("review", "review", "review", "The daily session.", "Learn"),
    Command("quiz", "quiz", "quiz", "A scored test; the schedule stays as it is.", "Learn"),
    Command("due", "due", "due", "What is due, by pillar.", "Learn"),
    Command("show", "show", "show", "A card with its answer and its numbers.", "Learn"),
    Command("search", "search", "search_", "Find cards by text.", "Learn"),
    Command("solve", "solve", "solve", "A numeric problem as a calculator.", "Learn"),
    Command("try", "try_", "try_", "Grade one typed answer; writes nothing.", "Learn"),
    Command("history", "history", "history", "How a card came to where it stands.", "Learn"),
    Command("why", "why", "why", "Why a card is or is not asked today.", "Learn"),
    Command("path", "path", "path", "The learning path, with how far it is known.", "Learn"),
    Command("stats", "stats", "stats", "True retention, time and mistakes.", "Learn"),
    Command("simulate", "simulate", "simulate", "Workload and knowledge to come.", "Learn"),
    Command("undo", "undo", "undo", "Take the last journal entry back.", "Change"),
    Command("suspend", "by_hand", "suspend", "Do not ask a card until it is resumed.", "Change"),
    Command("resume", "by_hand", "resume", "End a suspension.", "Change"),
    Command("bury", "by_hand", "bury", "Do not ask a card today.", "Change"),
    Command("unbury", "by_hand", "unbury", "End a burial.", "Change"),
    Command("reset", "by_hand", "reset", "Make a card new again.", "Change"),
    Command("set-due", "by_hand", "set_due", "Choose the day a card is due.", "Change"),
    Command("flag", "by_hand", "flag", "Mark a card.", "Change"),
    Command("unflag", "by_hand", "unflag", "Take the mark off a card.", "Change"),
    Command("check", "check", "check", "Diagnostics of the decks; opens no store.", "Write decks"),
    Command("compile", "compile", "compile_", "Decks into cards in the store.", "Write decks"),
    Command("watch", "watch", "watch", "Compile on every save.", "Write decks"),
    Command("new", "new", "new", "A deck or a note from an example.", "Write decks"),
    Command("stamp", "stamp", "stamp", "Write ids into the decks.", "Write decks"),
    Command("fmt", "fmt", "fmt", "Tidy recall's own constructs.", "Write decks"),
    Command("explain", "explain", "explain", "What a diagnostic code means.", "Write decks"),
    Command(
        "export", "export", "export", "Cards for Anki, paper or a table; the journal.", "Exchange"
    ),
    Command(
        "import", "import_", "import_", "Merge a journal, or answers given in Anki.", "Exchange"
    ),
    Command("optimise", "optimise", "optimise", "Fit FSRS to your reviews.", "House"),
    Command("optimize", "optimise", "optimise", "Fit FSRS to your reviews.", "House", hidden=True),
    Command(
        "reschedule", "reschedule", "reschedule_", "Move due dates to the settings in use.", "House"
    ),
    Command("config", "config", "config", "Settings and where they come from.", "House"),
    Command("doctor", "doctor", "doctor", "Check the store; rebuild the cache.", "House"),
    Command("backup", "backup", "backup", "Copy the store to a file.", "House"),
    Command("db", "db", "db", "Bring the store up to date (`db upgrade`).", "House"),
    Command("completion", "completion", "completion", "Shell completion script.", "House"),
)
"""All commands, in the order of help."""
