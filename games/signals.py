"""What the apps above may want to know, sent by the worker after the commit. `table_id` each time.

Handlers may run more than once for the same event if a worker died; they must not mind.
"""

from django.dispatch import Signal

table_started = Signal()
table_ended = Signal()  # finished or closed
table_frozen = Signal()
turn_waiting = Signal()  # also `place`: the seat has had a question for a while
