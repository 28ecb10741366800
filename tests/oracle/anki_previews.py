"""Let the real Anki answer cards, and print what it would have done for every rating.

A program of its own: Anki reads ANKI_TEST_MODE (no fuzz) once in a process, when it first needs it.
stdin: {"parameters", "retention", "learning", "relearning" (seconds), "maximum", "histories":
[[[rating, study days since the answer before], …], …]}. stdout: for every answer, the outcomes of
the four ratings before it, as {"phase", "step", "delay" (seconds), "days", "S", "D"}.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

RATINGS = ("again", "hard", "good", "easy")
DAY = 86_400


def configured(folder, wanted):
    from anki.collection import Collection

    collection = Collection(str(Path(folder) / "collection.anki2"))
    collection.set_config("fsrs", True)
    # The study day turns twelve hours from now, so that no test runs into it.
    collection.set_config("rollover", (time.localtime().tm_hour + 12) % 24)
    deck = collection.decks.config_dict_for_deck_id(1)
    deck["new"]["delays"] = [seconds / 60 for seconds in wanted["learning"]]
    deck["lapse"]["delays"] = [seconds / 60 for seconds in wanted["relearning"]]
    deck["lapse"]["leechAction"] = 1
    deck["rev"]["maxIvl"] = wanted["maximum"]
    deck["desiredRetention"] = wanted["retention"]
    deck["fsrsParams6"] = wanted["parameters"]
    collection.decks.update_config(deck)
    return collection


def new_card(collection):
    note = collection.new_note(collection.models.by_name("Basic"))
    note["Front"], note["Back"] = "front", "back"
    collection.add_note(note, 1)
    return note.card_ids()[0]


def outcome(state, totals):
    kind = state.normal.WhichOneof("kind")
    value = getattr(state.normal, kind)
    memory = (value.learning if kind == "relearning" else value).memory_state
    told = {"phase": kind, "S": memory.stability, "D": memory.difficulty}
    if kind == "review":
        return told | {"step": None, "delay": None, "days": value.scheduled_days}
    steps = value.learning if kind == "relearning" else value
    step = max(0, totals[kind] - steps.remaining_steps)
    return told | {"step": step, "delay": steps.scheduled_secs, "days": 0}


def let_days_pass(collection, card, days):
    data = json.loads(collection.db.scalar("select data from cards where id=?", card) or "{}")
    if days and "lrt" in data:
        data["lrt"] -= days * DAY
        text = json.dumps(data)
        collection.db.execute("update cards set data=? where id=?", text, card)
        collection.db.execute("update cards set due=due-? where id=? and type=2", days, card)


def answered(collection, history, totals):
    card_id = new_card(collection)
    for rating, days in history:
        let_days_pass(collection, card_id, days)
        states = collection._backend.get_scheduling_states(card_id)
        yield [outcome(getattr(states, name), totals) for name in RATINGS]
        card = collection.get_card(card_id)
        card.start_timer()
        answer = collection.sched.build_answer(card=card, states=states, rating=rating - 1)
        collection.sched.answer_card(answer)


def main():
    os.environ["ANKI_TEST_MODE"] = "1"
    wanted = json.load(sys.stdin)
    totals = {"learning": len(wanted["learning"]), "relearning": len(wanted["relearning"])}
    with tempfile.TemporaryDirectory() as folder:
        collection = configured(folder, wanted)
        found = [list(answered(collection, history, totals)) for history in wanted["histories"]]
        collection.close()
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
