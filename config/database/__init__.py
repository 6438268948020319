"""Postgres as a backend of Django whose waits all have a bound. See `docs/reference/waits.md`.

waits        the bounds: of a connection, a statement, the pool, and of pauses between attempts
connections  connections that end themselves when a statement is not answered in time
pool         pools that are back within a second after Postgres is
base         the backend: Django's own, with that pool
"""
