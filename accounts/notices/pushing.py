"""The channel push: notices that browsers show with no page open (RFC 8030, 8291, 8292)."""

from __future__ import annotations

import hashlib
import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from py_vapid import Vapid02

from accounts.chat.unread import counts_of
from accounts.mail.outcomes import Delayed, Undeliverable
from accounts.models import Device, Notice, User
from accounts.notices import outside
from accounts.notices.writing import Words
from config.web import buckets
from config.web.clients import current_client
from config.web.counting import check_most
from config.web.limits import DEVICES
from config.web.refusal import Malformed, Refused
from games.rules.core.codec import convert
from games.storing.lives import life_mark

KEPT_SECONDS = 24 * 3600
"""For how long the push service keeps a notice for a device that is off."""
SIGNED_SECONDS = 12 * 3600
"""For how long our word to the push service is good; at most a day."""
LONGEST_BODY = 600
GONE = (404, 410)

BROWSERS = {
    "Edg/": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
    "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip
"""What a browser says of itself, and how it is called; the first one that is found counts."""


class Subscription(msgspec.Struct):
    """The fields of a browser's `PushSubscription` that are needed."""

    endpoint: str
    keys: dict[str, str]  # p256dh and auth


class Renewal(msgspec.Struct):
    """The new subscription of a browser, with a proof of the one before."""

    endpoint: str  # of the one before
    secret: str  # of the one before: only that browser and this site know it
    subscription: dict[str, object]


class NoSuchDevice(Refused):
    """There is no device with this endpoint and secret."""

    code, status, text = "not_found", 404, _("There is no such device.")


def encoded(data: bytes) -> str:
    """Bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of base64url, padded or not. Raises ValueError."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


@cache
def vapid(private_key: str) -> Vapid02:
    """The site's key, by which push services know it."""
    return Vapid02.from_raw(private_key.encode())


def public_key() -> str:
    """What browsers need to subscribe; empty if the site sends no pushes."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    key = vapid(settings.VAPID_PRIVATE_KEY).public_key
    return encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


@transaction.atomic
def device_add(*, user: User, subscription: object, agent: str, session_key: str = "") -> Device:
    """Have a browser show the user's notices, for as long as its session lasts.

    Doing it again, or as somebody else, replaces it. Raises Malformed, TooMany.
    """
    endpoint, key, secret = subscription_read(subscription)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # so that the limit holds
    check_most(DEVICES, user.devices.exclude(endpoint=endpoint).count())
    Device.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    facts = {"user": user, "name": name_of(agent), "key": key, "secret": secret}
    facts["session_key"] = session_key
    return Device.objects.update_or_create(endpoint=endpoint, defaults=facts)[0]


def device_renew(asked: object) -> None:
    """Send a device's notices to its new subscription. Raises TooMany, Malformed, NoSuchDevice."""
    buckets.renewals.admit(current_client())
    try:
        renewal = convert(asked, Renewal)
    except msgspec.ValidationError as error:
        raise Malformed(field="subscription") from error
    endpoint, key, secret = subscription_read(renewal.subscription)
    with transaction.atomic():
        device = Device.objects.select_for_update().filter(endpoint=renewal.endpoint).first()
        if device is None or not constant_time_compare(device.secret, renewal.secret):
            raise NoSuchDevice
        Device.objects.filter(endpoint=endpoint).exclude(pk=device.pk).delete()
        device.endpoint, device.key, device.secret = endpoint, key, secret
        device.save(update_fields=["endpoint", "key", "secret"])


def subscription_read(subscription: object) -> tuple[str, str, str]:
    """Endpoint, key and secret of what a browser's `PushSubscription` says. Raises Malformed."""
    try:
        told = convert(subscription, Subscription)
        point, secret = decoded(told.keys["p256dh"]), decoded(told.keys["auth"])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        endpoint, parts = told.endpoint, urlsplit(told.endpoint)
        known = parts.scheme == "https" and parts.hostname and parts.port != 0
        if not known or len(endpoint) > 1000 or not endpoint.isascii() or len(secret) != 16:
            raise ValueError
        if not endpoint.isprintable():
            raise ValueError
    except (msgspec.ValidationError, KeyError, ValueError) as error:
        raise Malformed(field="subscription") from error
    return endpoint, encoded(point), encoded(secret)


def name_of(agent: str) -> str:
    """A browser as people call it."""
    browser = next((name for word, name in BROWSERS.items() if word in agent), "")
    system = next((name for word, name in SYSTEMS.items() if word in agent), "")
    return " · ".join(filter(None, [browser, system])) or str(_("Browser"))


def device_remove(*, user: User, device_id: int) -> None:
    """Show no more notices on a device. Does nothing if it is somebody else's."""
    user.devices.filter(pk=device_id).delete()


def notice_push(notice: Notice, words: Words, now: datetime) -> None:
    """Send a notice to a device; one that is gone is forgotten. Raises Delayed, Undeliverable."""
    device = Device.objects.get(pk=int(notice.address))
    if not settings.VAPID_PRIVATE_KEY:
        raise Undeliverable("VAPID_PRIVATE_KEY is not set.")
    told: dict[str, Any] = {"title": words.subject[:200], "body": words.body[:LONGEST_BODY]}
    told |= {"url": words.url, "tag": topic_of(notice), "waiting": sum(counts_of(notice.user))}
    body = encrypted(device, json.dumps(told).encode())
    status, text = outside.post(device.endpoint, body, headers_for(device, told["tag"]))
    if status in GONE:
        device.delete()
        raise Undeliverable(f"{status}: the device is gone.")
    if status == 429 or status >= 500:
        raise Delayed(f"{status} {text}")
    if not 200 <= status < 300:
        raise Undeliverable(f"{status} {text}")
    Device.objects.filter(pk=device.pk).update(used_at=now)


def topic_of(notice: Notice) -> str:
    """A mark for what is said: a device shows it once, and a newer one in its place."""
    told = f"{life_mark()} {notice.user_id} {notice.key}"
    return encoded(hashlib.sha256(told.encode()).digest()[:18])


def encrypted(device: Device, body: bytes) -> bytes:
    """A message that only the browser can read (RFC 8291)."""
    once = ec.generate_private_key(ec.SECP256R1())
    return http_ece.encrypt(
        body,
        private_key=once,
        dh=decoded(device.key),
        auth_secret=decoded(device.secret),
        version="aes128gcm",
    )


def headers_for(device: Device, topic: str) -> dict[str, str]:
    """What the push service needs to know, with our signature (RFC 8292)."""
    parts = urlsplit(device.endpoint)
    claims: dict[str, str | int] = {
        "aud": f"https://{parts.netloc}",
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "exp": int(time.time()) + SIGNED_SECONDS,
    }
    signed = vapid(settings.VAPID_PRIVATE_KEY).sign(claims)
    return {
        **signed,
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "normal",
        "Topic": topic,
    }
