"""The administration of accounts: Django looks for it here."""

from accounts.announcing import admin as announcing
from accounts.moderation import admin as moderation
from accounts.moderation import people_admin as people

__all__ = ["announcing", "moderation", "people"]
