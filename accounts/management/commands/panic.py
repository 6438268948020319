"""`manage.py panic on|off`: stop the site, or let it go on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.announcing import acts
from accounts.moderation.log import NoReason
from config.web.refusal import Refused
from games.storing.halts import stops_stored


class Command(BaseCommand):
    requires_system_checks = []
    help = "Stop all clocks and all changes, or let the site go on; alone: say how it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("switch", nargs="?", choices=("on", "off"))
        parser.add_argument("--reason", default="", help="on: shown to everybody; off: for the log")
        parser.add_argument("--reason-de", default="", help="on: the same in German")

    def handle(self, *args: Any, switch: str, reason: str, **options: Any) -> None:
        by = acts.at_the_machine()
        try:
            if switch == "on":
                acts.site_stop(by=by, text_en=reason, text_de=options["reason_de"])
            elif switch == "off":
                acts.site_go_on(by=by, why=reason or "panic off")
        except NoReason:
            raise CommandError("Say why: --reason is shown to everybody.") from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
        stopped = [stop for stop in stops_stored() if stop.until is None]
        self.stdout.write(
            f"Stopped since {stopped[0].since}: {stopped[0].text_en}" if stopped else "Going on."
        )
