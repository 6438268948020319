"""A small server of OpenID Connect, with one member who is always signed in there."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tools.patience import PATIENCE

MEMBER = {"sub": "7", "email": "zora@example.org", "email_verified": True, "name": "Zora"}


class Club:
    """Asks its member before it says who they are."""

    def __init__(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> Club:
        self.thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.shutdown()
        self.thread.join(PATIENCE)
        self.server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        address = urlsplit(self.path)
        here = f"http://{self.headers['Host']}"
        if address.path == "/.well-known/openid-configuration":
            self.say({
                "issuer": here,
                "authorization_endpoint": f"{here}/authorize",
                "token_endpoint": f"{here}/token",
                "userinfo_endpoint": f"{here}/userinfo",
                "jwks_uri": f"{here}/keys",
            })  # fmt: skip
        elif address.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(address.query).items()}
            back = urlencode({"code": "abc", "state": asked["state"]})
            head = '<title>Club</title><link rel="icon" href="data:,">'
            page = f'{head}<a href="{asked["redirect_uri"]}?{back}">Allow</a>'
            self.answer(page.encode(), "text/html")
        elif address.path == "/userinfo" and self.headers["Authorization"] == "Bearer xyz":
            self.say(MEMBER)
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        given = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        if self.path == "/token" and given["code"] == ["abc"]:
            self.say({"access_token": "xyz", "token_type": "Bearer"})
        else:
            self.send_error(400)

    def say(self, told: dict[str, Any]) -> None:
        self.answer(json.dumps(told).encode(), "application/json")

    def answer(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
