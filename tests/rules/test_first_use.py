"""The first things that a new process is asked may come from several people at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.rules.core.codec import encode_position
from games.rules.core.play import start
from games.rules.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
TOGETHER = """
import sys, threading
from games.rules.core.codec import copy_position, decode_options, decode_position
from games.rules.registry import GAMES

rules = GAMES[sys.argv[1]]
document = sys.stdin.buffer.read()
sys.setswitchinterval(1e-6)
gate = threading.Barrier(8)
done = []

def read():
    gate.wait()
    copy_position(rules, decode_position(rules, document)[0])
    decode_options(rules, {})
    done.append(True)

threads = [threading.Thread(target=read) for _ in range(gate.parties)]
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
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER, slug], cwd=ROOT, input=document, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
