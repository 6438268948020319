#!/usr/bin/env python3
"""A bot that plays any game of the site, at random: one socket tells it what happens at its tables.

    pip install websockets
    SOBREMESA_TOKEN=… python3 examples/bot.py --site http://localhost:8000 [--games 1]

The token is that of a program (the page "Programs" of your settings): it sits down where it is
invited, and plays there. Anything else that speaks HTTP and WebSocket can do the same.
"""

import argparse
import json
import os
import random
import time
import urllib.error
import urllib.request

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Site:
    """The API of one site, for the user whose token it is."""

    def __init__(self, address, token):
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path, body=None):
        """The status and the JSON of an answer; a body makes it a POST."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", sent, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def events(self):
        """Yield what happens at our tables, for ever; each new socket begins with the present."""
        address = f"ws{self.address.removeprefix('http')}/ws/?events=1"
        while True:
            try:
                with connect(address, additional_headers=self.headers) as socket:
                    yield from map(json.loads, socket)
            except (ConnectionClosed, OSError):
                time.sleep(1)


def play(site, table_id, chance):
    """Answer every question that the table has for us now."""
    _, table = site.ask(f"tables/{table_id}")
    while question := table.get("question"):
        move = chance.choice(question["moves"])["move"]
        answer = {"question": question["id"], "move": move}
        status, table = site.ask(f"tables/{table_id}/moves", answer)
        if status == 429:  # too fast: ask again after a while
            time.sleep(1)
            _, table = site.ask(f"tables/{table_id}")
        elif status not in (200, 409):  # 409: the question has changed; its new form came along
            raise SystemExit(f"{status}: {table}")


def main():
    """Play wherever we sit, until so many games are over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", default="http://localhost:8000")
    parser.add_argument("--games", type=int, help="stop after so many; without end if not given")
    parser.add_argument("--seed", type=int, help="play the same again, where the others do")
    chosen = parser.parse_args()
    site, chance = Site(chosen.site, os.environ["SOBREMESA_TOKEN"]), random.Random(chosen.seed)
    over = 0
    for event in site.events():
        match event["type"]:
            case "invited":
                site.ask(f"tables/{event['table']}/join", {})
            case "turn":
                play(site, event["table"], chance)
            case "ended":
                over += 1
                if over == chosen.games:
                    return


if __name__ == "__main__":
    main()
