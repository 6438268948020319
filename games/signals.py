"""Signals for the apps above, sent by the worker after the commit. All of them have `table_id`, and
`now` if the time is not that of the clock.

Handlers must be idempotent: they may run again for the same event if a worker died.
"""

from django.dispatch import Signal

table_started = Signal()  # also `by`: the id of the user who began it, if it is known
table_ended = Signal()  # finished or closed
table_frozen = Signal()
seat_absent = Signal()  # also `place`: the seat has run out of time, and a bot plays on for it
seat_missed = Signal()  # also `place` and entry `number`: a bot has given one answer for the seat
consent_asked = Signal()  # also entry `number`: somebody wishes for what takes others' consent
plan_dropped = Signal()  # also `user_id` and `plan_id`; sent in the transaction that drops it
