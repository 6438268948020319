"""What can go wrong with a backup."""

from __future__ import annotations


class BackupProblem(Exception):
    """Why there is no backup, or why it cannot be restored: for the person in front of it."""
