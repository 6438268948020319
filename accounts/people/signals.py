"""Signals for the apps above accounts."""

from django.dispatch import Signal

user_leaves = Signal()  # `user`: their account is about to be deleted, in a transaction
user_exports = Signal()  # `user`; receivers add to `told` what they store of them, as JSON values
