"""Signals for the apps above accounts."""

from django.dispatch import Signal

user_leaves = Signal()  # `user`: their account is about to be deleted, in a transaction
