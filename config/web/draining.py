"""Whether this process is about to end: it finishes what it has begun, and takes nothing new."""

draining = False
"""Set once, by `config.serving`, and read by whoever asks for this process's readiness."""


def begin() -> None:
    """From now on this process is not ready for anything new."""
    global draining
    draining = True


def has_begun() -> bool:
    """Whether this process takes nothing new any more."""
    return draining
