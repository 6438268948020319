"""What can become of something handed to a server that is not ours."""


class Delayed(Exception):
    """The other side cannot take it now: try again later."""


class Unreachable(Delayed):
    """The other side does not answer, or not in time."""


class Undeliverable(Exception):
    """The other side will never take it."""
