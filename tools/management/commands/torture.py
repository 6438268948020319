"""Kill, drop, delay and repeat, then prove that nothing was lost."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.running.commands import INSIDE

KILLING, FLOOD = 60.0, 10.0  # seconds of each, unless it is said otherwise


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = (
        "Let people play on a site of its own while its processes are killed at random; then "
        "prove from the database and from what everybody was told that nothing was lost."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--seconds", type=float, help=f"of killing, {KILLING:.0f}; of a flood, {FLOOD:.0f}"
        )
        parser.add_argument("--seed", default="torture")
        parser.add_argument("--tables", type=int, default=30)
        parser.add_argument(
            "--overload", action="store_true", help="instead, a flood and a crowd, and no deaths"
        )
        parser.add_argument(
            "--attackers", nargs="+", default=[], help="only these of an overload, and no flood"
        )
        parser.add_argument(
            "--only-tell",
            action="store_true",
            help="how long people wait beside attackers: it does not fail the run",
        )
        parser.add_argument(
            "--rolling",
            action="store_true",
            help="instead, processes are restarted in order, one by one",
        )
        parser.add_argument(
            "--failover",
            action="store_true",
            help="instead, the database dies for good, and its standby takes over",
        )
        parser.add_argument(
            "--soak",
            action="store_true",
            help="instead, a long time under load, in which nothing may grow that should not",
        )
        parser.add_argument("--minutes", type=float, default=20.0, help="of a soak")
        parser.add_argument("--rate", type=float, default=25.0, help="moves a second of a soak")
        parser.add_argument(
            "--everything",
            action="store_true",
            help="instead, all that can happen in turn, until enough moves are acknowledged",
        )
        parser.add_argument(
            "--network",
            action="store_true",
            help="instead, lines die without a word, refuse or fall silent, and processes hang",
        )
        parser.add_argument("--moves", type=int, default=10_000, help="of everything")
        parser.add_argument(
            "--acts",
            nargs="+",
            default=[],
            help="only these of everything or the network: see its first line",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object only")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import aiosmtpd  # noqa: F401
        except ImportError as error:
            raise CommandError("torture needs the development packages (aiosmtpd).") from error
        if INSIDE not in os.environ:
            self.outside(small_disk=options["everything"], network=options["network"])
            return
        quiet = options["json"]
        counts = self.counted((lambda _: None) if quiet else self.stdout.write, options)
        if quiet:
            self.stdout.write(json.dumps({"torture": counts}))
            return
        for name, count in counts.items():
            self.stdout.write(f"{count:8} {name}")
        self.stdout.write("Nothing was lost.")

    def counted(self, tell: Callable[[str], None], options: dict[str, Any]) -> dict[str, Any]:
        """Run the chosen form on this site: what it has counted."""
        from tools.torture.everything import everything
        from tools.torture.failover import failover
        from tools.torture.network import network
        from tools.torture.overload import overload
        from tools.torture.rolling import rolling
        from tools.torture.run import torture
        from tools.torture.soak import soak

        if options["seconds"] is None:
            options["seconds"] = FLOOD if options["overload"] else KILLING
        if options["overload"]:
            chosen = {name: options[name] for name in ("seconds", "attackers", "only_tell")}
            return overload(tell=tell, **chosen)
        if options["failover"]:
            return failover(seconds=options["seconds"], tell=tell)
        if options["rolling"]:
            return rolling(seconds=options["seconds"], tell=tell)
        if options["everything"]:
            names = ("moves", "seed", "acts")
            return everything(tell=tell, **{name: options[name] for name in names})
        if options["network"]:
            return network(acts=options["acts"], tell=tell)
        if options["soak"]:
            return soak(minutes=options["minutes"], rate=options["rate"], tell=tell)
        names = ("seconds", "seed", "tables")
        return torture(tell=tell, **{name: options[name] for name in names})

    def outside(self, *, small_disk: bool, network: bool) -> None:
        """Run it on an empty site in a folder of its own, which is removed afterwards."""
        from tools import namespaces
        from tools.bench import site
        from tools.torture import disk

        private = namespaces.private() if network else []
        if network and not private:
            raise CommandError("--network takes root and util-linux: it makes namespaces.")
        before = disk.before if small_disk else lambda _: private
        if site.in_own_folder(sys.argv[1:], before):
            raise CommandError("Something was lost, or could not be proved: see above.")
