"""A push service and a hook of our own, which fail now and then and remember what they took."""

from __future__ import annotations

import json
import random
import tempfile
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings

from accounts.models import Hook, Notice, User
from accounts.notices import hooks, pushing
from tools.outside import PushService, Receiver, certificate_make, is_signed_by

FAILURES = [503, 500, 429, 302]


class Outside:
    """Both services; everybody at the tables has a device there, and every second one a hook."""

    def __enter__(self) -> Outside:
        self.stack = ExitStack()
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        certificate = certificate_make(folder)
        self.push = self.stack.enter_context(PushService(certificate))
        self.push.known_key = pushing.public_key()
        self.hook = self.stack.enter_context(Receiver(certificate))
        self.environment = {
            "SSL_CERT_FILE": str(certificate),
            "NOTICE_HOSTS": "localhost",
            "VAPID_PRIVATE_KEY": settings.VAPID_PRIVATE_KEY,
        }
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def fill(self) -> None:
        """Give people devices and hooks."""
        for number, user in enumerate(User.objects.filter(seats__isnull=False).distinct()):
            browser = self.push.browser(str(user.pk))
            pushing.device_add(user=user, subscription=browser.subscription, agent="")
            if number % 2:
                url = f"https://localhost:{self.hook.port}/{user.pk}"
                hooks.hook_set(user=user, url=url)

    def fail(self, chance: random.Random) -> None:
        """Refuse the next few messages."""
        self.push.answers = chance.choices(FAILURES[:3], k=3)
        self.hook.answers = chance.choices(FAILURES, k=4)

    def pushes_taken(self) -> dict[int, list[float]]:
        """When the push service took each notice; each can be read by its browser."""
        tags = {
            (pushing.topic_of(notice), notice.user_id): notice.pk
            for notice in Notice.objects.filter(channel="push")
        }
        taken: dict[int, list[float]] = {}
        for posted in self.push.taken:
            told = self.push.browsers[posted.path].read(posted)
            assert told["url"].startswith(settings.SITE_URL), told
            user = int(posted.path.rpartition("/")[2])
            taken.setdefault(tags[told["tag"], user], []).append(posted.at)
        return taken

    def posts_taken(self) -> dict[int, list[float]]:
        """When the hook took each notice; each is signed for the right user."""
        secrets = dict(Hook.objects.values_list("user_id", "secret"))
        taken: dict[int, list[float]] = {}
        for posted in self.hook.taken:
            user = int(posted.path.removeprefix("/"))
            assert is_signed_by(secrets[user], posted, fresh=False), posted
            assert json.loads(posted.body)["url"].startswith(settings.SITE_URL)
            notice = int(posted.headers["webhook-id"].rpartition("-")[2])
            taken.setdefault(notice, []).append(posted.at)
        return taken
