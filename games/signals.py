"""What the apps above may want to know, sent by the worker after the commit. `table_id` each time.

Handlers may run more than once for the same event if a worker died; they must not mind.
"""

from django.dispatch import Signal

table_started = Signal()  # also `by`: the id of the user who began it, if it is known
table_ended = Signal()  # finished or closed
table_frozen = Signal()
seat_absent = Signal()  # also `place`: the seat's time is over, and a bot plays on for it
turn_waiting = Signal()  # also `place`: the seat has had a question for a while
