"""What the apps above accounts may want to know."""

from django.dispatch import Signal

user_leaves = Signal()  # `user`: their account is about to be deleted, in a transaction
