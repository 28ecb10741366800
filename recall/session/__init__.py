"""The review session as a pure state machine: `step(session, event) -> (session, effects)`.

The terminal, a scripted pipe, a page and the tests drive the same machine. It reads no clock and
writes nothing: events carry the moment, effects say what the driver should show or append.
"""

from recall.session.deal import Deal
from recall.session.machine import Rules, Session, Stage, begin, corrected, step
from recall.session.tally import Tally

__all__ = ["Deal", "Rules", "Session", "Stage", "Tally", "begin", "corrected", "step"]
