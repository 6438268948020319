"""The packages, on first use. Standard library only: it runs before anything is installed."""


def prepare(arguments: list[str]) -> None:
    """Nothing to do yet for an environment that is complete."""
