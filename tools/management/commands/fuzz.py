"""Feed everything that reads foreign input, for as long as one likes."""

from __future__ import annotations

import itertools
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from hypothesis import HealthCheck, given, settings

from tools.decoders import DECODERS, Decoder, fault
from tools.foreign import STRATEGIES

ROUND = 500  # examples of one decoder at a time


class Command(BaseCommand):
    help = (
        "Feed generated input to the decoders of tools/decoders.py until the time is over. "
        "With --coverage and a NAME, atheris (pip install atheris) looks for new paths instead."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", default="", help="a decoder; all if it is missing")
        parser.add_argument("--seconds", type=float, default=60.0)
        parser.add_argument("--coverage", action="store_true", help="guided by coverage: atheris")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = {name: d for name, d in DECODERS.items() if options["name"] in ("", name)}
        if not chosen:
            raise CommandError("There are: " + ", ".join(DECODERS))
        if options["coverage"]:
            if not options["name"]:
                raise CommandError("--coverage needs the NAME of one decoder.")
            guided(chosen[options["name"]], int(options["seconds"]))
            return
        began, count = time.monotonic(), 0
        for name, decoder in itertools.cycle(chosen.items()):
            if time.monotonic() - began > options["seconds"]:
                break
            one_round(name, decoder)
            count += ROUND
        self.stdout.write(f"{count} inputs, and none that was neither read nor refused.")


def one_round(name: str, decoder: Decoder) -> None:
    """Some hundred inputs for one decoder; what fails is made small and raised."""

    @settings(max_examples=ROUND, deadline=None, suppress_health_check=list(HealthCheck))
    @given(STRATEGIES[decoder.takes])
    def reads(given: Any) -> None:
        found = fault(decoder, given)
        if found is not None:
            raise AssertionError(f"{name}: {given!r}") from found

    reads()


def guided(decoder: Decoder, seconds: int) -> None:
    """The same, led by which lines an input reaches. It ends the process."""
    try:
        import atheris
    except ImportError as error:
        raise CommandError("--coverage needs atheris: pip install atheris.") from error
    from hypothesis import given as made

    @settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @made(STRATEGIES[decoder.takes])
    def reads(given: Any) -> None:
        found = fault(decoder, given)
        if found is not None:
            raise found

    function = getattr(decoder.read, "func", decoder.read)  # of a partial
    if hasattr(function, "__code__"):
        atheris.instrument_func(function)
    one_input: Any = reads
    said = [sys.argv[0], f"-max_total_time={seconds}"]
    atheris.Setup(said, one_input.hypothesis.fuzz_one_input)
    atheris.Fuzz()
