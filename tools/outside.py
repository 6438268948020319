"""Servers of our own on https, as those that notices are posted to: they speak the real protocols.

The certificate is made here; whoever is to trust it gets `SSL_CERT_FILE`.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import ipaddress
import json
import ssl
import threading
import time
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02


class Posted(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float


OUT_OF_ORDER = 503
Answer = Callable[[Posted], tuple[int, dict[str, str], bytes]]


def certificate_make(folder: Path) -> Path:
    """A certificate for this machine that signs itself, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.DNSName("localhost")]
    names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return path


class Receiver:
    """An https server that keeps what is posted; `answers` are given before a plain yes."""

    fine: ClassVar[int] = 204

    def __init__(self, certificate: Path) -> None:
        self.posted: list[Posted] = []
        self.taken: list[Posted] = []
        self.answers: list[Any] = []
        self.is_out_of_order: Callable[[], bool] = lambda: False
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.take(self, Posted(self.path, headers, body, time.time()))

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]

    def take(self, handler: BaseHTTPRequestHandler, posted: Posted) -> None:
        """Check a request, keep it, and answer."""
        self.posted.append(posted)
        answer = self.answers.pop(0) if self.answers else None
        if answer is None:
            answer = OUT_OF_ORDER if self.is_out_of_order() else self.verdict(posted)
        if callable(answer):
            answer(handler)
            return
        if 200 <= answer < 300:
            self.taken.append(posted)
        handler.send_response(answer)
        if 300 <= answer < 400:
            handler.send_header("Location", f"https://localhost:{self.port}/elsewhere")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def verdict(self, posted: Posted) -> int:
        """The status for a request that is as it should be, or is not."""
        return self.fine

    def __enter__(self) -> Self:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


class PushBrowser:
    """A browser's part of a subscription: it can read what is meant for it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = hashlib.sha256(endpoint.encode()).digest()[:16]

    @property
    def subscription(self) -> dict[str, Any]:
        """What `PushSubscription.toJSON` gives."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": point, "auth": self.secret}
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {
                name: urlsafe_b64encode(key).rstrip(b"=").decode() for name, key in keys.items()
            },
        }

    def read(self, posted: Posted) -> dict[str, Any]:
        """The message in a request, decrypted."""
        plain = http_ece.decrypt(
            posted.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        told: dict[str, Any] = json.loads(plain)
        return told


class PushService(Receiver):
    """A push service (RFC 8030): it takes only what is signed as RFC 8292 wants it."""

    fine = 201

    def __init__(self, certificate: Path) -> None:
        super().__init__(certificate)
        self.browsers: dict[str, PushBrowser] = {}
        self.gone: set[str] = set()
        self.known_key = ""

    def browser(self, name: str) -> PushBrowser:
        """A browser that subscribes here."""
        self.browsers[f"/push/{name}"] = PushBrowser(f"https://localhost:{self.port}/push/{name}")
        return self.browsers[f"/push/{name}"]

    def verdict(self, posted: Posted) -> int:
        """What the protocol says to a request."""
        if posted.path in self.gone:
            return 410
        if posted.path not in self.browsers:
            return 404
        headers = posted.headers
        wanted = headers.get("content-encoding") == "aes128gcm" and headers.get("ttl", "").isdigit()
        if not wanted or len(posted.body) > 4096 or len(headers.get("topic", "")) > 32:
            return 400
        return self.fine if self.is_signed(headers.get("authorization", "")) else 403

    def is_signed(self, authorization: str) -> bool:
        """Whether it is a signature for this service, by the key of the subscription, in time."""
        parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
        if not Vapid02.verify(authorization) or parts["k"] != self.known_key:
            return False
        middle = parts["t"].split(".")[1]
        claims: dict[str, str | int] = json.loads(
            b64decode(middle + "=" * (-len(middle) % 4), altchars=b"-_")
        )
        in_time = time.time() < int(claims["exp"]) <= time.time() + 24 * 3600
        audience = claims["aud"] == f"https://localhost:{self.port}"
        return in_time and audience and str(claims["sub"]).startswith("mailto:")

    def messages(self, name: str) -> list[dict[str, Any]]:
        """What a browser has been told."""
        path = f"/push/{name}"
        return [self.browsers[path].read(p) for p in self.taken if p.path == path]


def is_signed_by(secret: str, posted: Posted, *, fresh: bool = True) -> bool:
    """Whether a request has the signature of Standard Webhooks, and of just now."""
    mark, at = posted.headers["webhook-id"], posted.headers["webhook-timestamp"]
    key = b64decode(secret.removeprefix("whsec_"))
    code = hmac.new(key, f"{mark}.{at}.".encode() + posted.body, hashlib.sha256).digest()
    right = posted.headers["webhook-signature"] == "v1," + b64encode(code).decode()
    return right and (not fresh or abs(posted.at - int(at)) < 300)
