#!/usr/bin/env python3
"""A bot that plays any game of the site, at random, through the JSON API alone.

    python3 manage.py create_token Ana              # or on the page "Tokens" of your settings
    SOBREMESA_TOKEN=… python3 examples/bot.py --site http://localhost:8000 [--join | TABLE ...]

It plays at the tables named, or at all of its user's; with --join it first sits down at every
open table. Standard library only: a client in another language needs nothing else either.
"""

import argparse
import json
import os
import random
import time
import urllib.error
import urllib.request


class Site:
    """The API of one site, for the user whose token it is."""

    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/") + "/api/v1/", token

    def ask(self, path, body=None):
        """The status and the JSON of an answer; a body makes it a POST."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, sent, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)


def play(site, table_id, chance):
    """Answer every question the table has for us now. Whether there was any."""
    _, table = site.ask(f"tables/{table_id}")
    moved = False
    while question := table.get("question"):
        move = chance.choice(question["moves"])["move"]
        answer = {"question": question["id"], "move": move}
        status, table = site.ask(f"tables/{table_id}/moves", answer)
        if status == 429:  # too fast: ask again after a while
            time.sleep(1)
            _, table = site.ask(f"tables/{table_id}")
        elif status not in (200, 409):  # 409: the question has changed; its new form came along
            raise SystemExit(f"{status}: {table}")
        moved = True
    return moved


def main():
    """Play until no table is left."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", type=int)
    parser.add_argument("--site", default="http://localhost:8000")
    parser.add_argument("--join", action="store_true", help="sit down at every open table first")
    parser.add_argument("--seed", type=int, help="play the same again, where the others do")
    chosen = parser.parse_args()
    site, chance = Site(chosen.site, os.environ["SOBREMESA_TOKEN"]), random.Random(chosen.seed)
    for table in site.ask("tables?status=open")[1] if chosen.join else []:
        site.ask(f"tables/{table['id']}/join", {})
    while True:
        playing = [table["id"] for table in site.ask("tables?status=playing&mine=true")[1]]
        left = [number for number in playing if number in (chosen.tables or playing)]
        if not left:
            return
        moves = [play(site, number, chance) for number in left]
        if not any(moves):
            time.sleep(0.2)


if __name__ == "__main__":
    main()
