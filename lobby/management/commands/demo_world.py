"""`manage.py demo_world`: make the demo world, unless it exists."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from lobby.demo import world_make


class Command(BaseCommand):
    help = "Makes some people and tables to look at. Does nothing if they are there already."

    def handle(self, *args: object, **options: object) -> None:
        if not settings.LOCAL:
            raise CommandError("The demo world is not for production.")
        with transaction.atomic():
            made = world_make()
        self.stdout.write("The demo world is made." if made else "The demo world is there.")
