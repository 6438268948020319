"""Lines are taken out of the rules of every game, and the corpus notices."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.errors import RulesFailed
from games.judging.limits import judged
from games.rules.core.codec import decode_move
from games.rules.core.interface import IllegalMove
from games.rules.registry import GAMES
from tests.rules.mutating import Line, lines_of, modules_of, taken_out
from tools import corpus

MODULES = {
    "santiago_de_cuba": "buildings cubans delivery driving ending opening pawns ships turns",
    "port_royal": "contracts decisions discover ending expeditions money opening trade turns",
    "guatemala_cafe": "announcing building drawing ending opening places routes scoring turns",
    "cuba": (
        "bills buildings characters cleanup ending harbour law_cards laws market opening parliament"
        " plantation ships stock tiles tradeswoman turns"
    ),
}
LINES = 25  # of each game, drawn by lot
GAMES_TRIED = 20  # of the corpus, to see that every line is back
HANGING = 0.5  # seconds of CPU, for a game that takes a fiftieth of it
UNNOTICED_AT_MOST = 3  # some lines make no difference, or only in a game that is rare


@pytest.mark.costly
@pytest.mark.sample
@pytest.mark.parametrize("slug", MODULES)
def test_the_corpus_notices_a_line_that_is_missing(slug: str) -> None:
    recorded = corpus.read(slug)
    modules = modules_of(slug, *MODULES[slug].split())
    lines = [line for module in modules for line in lines_of(module)]
    tried = random.Random(slug).sample(lines, LINES)
    unnoticed = [str(line) for line in tried if not noticed(recorded, line)]
    assert len(unnoticed) <= UNNOTICED_AT_MOST, "\n".join(unnoticed)
    assert corpus.differences(GAMES[slug], first_of(recorded)) == [], "and every line is back"


def first_of(recorded: corpus.Corpus) -> corpus.Corpus:
    return msgspec.structs.replace(recorded, games=recorded.games[:GAMES_TRIED])


def noticed(recorded: corpus.Corpus, line: Line) -> bool:
    """Whether a game replays otherwise without a line of the rules, or fails."""
    rules = GAMES[recorded.game]
    known = [decode_move(rules, move) for move in recorded.moves]
    with taken_out(line):
        for game in recorded.games:
            try:
                with judged(HANGING):
                    if corpus.difference_in(rules, game, known):
                        return True
            except (RulesFailed, IllegalMove, ValueError):
                return True
    return False
