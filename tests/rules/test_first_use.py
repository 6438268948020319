"""The first things that a new process is asked may come from several people at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.core.codec import encode_position
from games.rules.core.play import start
from games.rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
POSITION = """
import sys
from games.rules.core.codec import copy_position, decode_options, decode_position
from games.rules.registry import GAMES

rules = GAMES[sys.argv[1]]
document = sys.stdin.buffer.read()

def read():
    copy_position(rules, decode_position(rules, document)[0])
    decode_options(rules, {})
"""
GUIDE = """
import sys
import django
django.setup()
from games.guide.lessons import lessons_of
from games.guide.positions import source_of

def read():
    assert source_of(sys.argv[1]).position
    assert lessons_of(sys.argv[1])
"""
TOGETHER = """
import threading

sys.setswitchinterval(1e-6)
gate = threading.Barrier(8)
done = []

def first():
    gate.wait()
    read()
    done.append(True)

threads = [threading.Thread(target=first) for _ in range(gate.parties)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(len(done) != gate.parties)
"""


@pytest.mark.parametrize("slug", GAMES)
def test_a_position_is_read_by_many_threads_of_a_new_process(slug: str) -> None:
    """Such a process once ended with a segmentation fault."""
    rules = GAMES[slug]
    opening = start(rules, rules.players[0], rules.options_type(), "first")
    document = encode_position(rules, opening.position, 1)
    read_together(POSITION, slug, document)


@pytest.mark.parametrize("slug", sorted(set(GAMES) - {"pier"}))
def test_a_guide_is_read_by_many_threads_of_a_new_process(slug: str) -> None:
    read_together(GUIDE, slug)


def read_together(what: str, slug: str, document: bytes = b"") -> None:
    done = subprocess.run(
        [sys.executable, "-c", what + TOGETHER, slug],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        input=document,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
