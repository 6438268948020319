"""Teach a game: its rules as a text with examples, and lessons.

See docs/reference/guide.md.
"""
