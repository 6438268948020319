"""Signals for the apps above, sent by the worker after the commit. All of them have `table_id`.

Handlers must be idempotent: they may run again for the same event if a worker died.
"""

from django.dispatch import Signal

table_started = Signal()  # also `by`: the id of the user who began it, if it is known
table_ended = Signal()  # finished or closed
table_frozen = Signal()
seat_absent = Signal()  # also `place`: the seat has run out of time, and a bot plays on for it
turn_waiting = Signal()  # also `place`: the seat has been asked for a while
