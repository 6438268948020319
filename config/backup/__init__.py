"""Backups: the whole database in one file, and the way back."""
