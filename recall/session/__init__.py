"""The review session as a pure state machine: `step(session, event) -> (session, effects)`.

The terminal, a scripted pipe, a page and the tests drive the same machine. It reads no clock and
writes nothing: events carry the moment, effects say what the driver should show or append.
"""
