"""Play a game in a terminal: `.venv/bin/python -m games.rules pier --seats 3`.

Or prove finished tables: `.venv/bin/python -m games.rules verify FILE`, for files that the site
has written. It ends with 0 if all are true, 1 if one is not, 2 if these rules cannot say.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.rules.core.codec import decode_options, encode
from games.rules.core.interface import Decision, Move, Rules
from games.rules.core.play import Step, play, start
from games.rules.core.proof import NotProvable, ProofFailed, prove
from games.rules.core.texts import Wording
from games.rules.registry import GAMES


def main() -> None:
    """Ask for moves until the game is over; seats given to bots play by themselves."""
    if sys.argv[1:2] == ["verify"]:
        sys.exit(verify(sys.argv[2:]))
    arguments = parse()
    rules = GAMES[arguments.game]
    options = decode_options(rules, msgspec.json.decode(arguments.options))
    names = [f"player {seat + 1}" for seat in range(arguments.seats or rules.players[0])]
    wording, chance = Wording(rules.texts, names), random.Random(arguments.seed)
    step = start(rules, len(names), options, arguments.seed)
    tell(wording, step, 0)
    while step.decisions:
        decision = step.decisions[0]
        if decision.seat < len(names) - arguments.bots:
            print(
                "\n"
                + msgspec.json.format(
                    msgspec.json.encode(rules.view(step.position.state, decision.seat))
                ).decode()
            )
            move = ask(wording, decision)
        else:
            bot = rules.bots[rules.stand_in]
            move = bot(rules.view(step.position.state, decision.seat), decision, chance)
        step = play(rules, step.position, decision.seat, move)
        tell(wording, step, decision.seat)
    report(rules, wording, step)


def parse() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m games.rules", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, help="players, bots included")
    parser.add_argument("--bots", type=int, default=0, help="how many of them are bots")
    parser.add_argument("--seed", default="", help="the same seed gives the same game")
    parser.add_argument("--options", default="{}", help="the table's options as JSON")
    return parser.parse_args()


def verify(words: Sequence[str]) -> int:
    """Prove each of the files, and say what was proven or what is wrong; the status to end with."""
    parser = argparse.ArgumentParser(prog="python -m games.rules verify")
    parser.add_argument("files", nargs="+", type=Path, help="finished tables, as JSON")
    status = 0
    for file in parser.parse_args(words).files:
        try:
            proven = prove(GAMES, file.read_bytes())
        except ProofFailed as error:
            status = 1
            print(f"{file}: NOT TRUE: {error}")
        except NotProvable as error:
            status = status or 2
            print(f"{file}: cannot be proven: {error}")
        else:
            print(f"{file}: true: {proven}")
    return status


def tell(wording: Wording, step: Step[Any], viewer: int) -> None:
    """Print the events as the viewer may read them."""
    for event in step.events:
        print("  ·", wording.event(event.seen_by(viewer)))


def ask(wording: Wording, decision: Decision) -> Move:
    """The move that the person at the keyboard chooses by its number."""
    print(f"{wording.seats[decision.seat]}: {wording.say(f'prompt.{decision.key}', decision.args)}")
    for number, move in enumerate(decision.moves, start=1):
        facts = {**decision.args, **msgspec.structs.asdict(move)}
        print(f"  {number:3} {wording.say(move.phrase, facts)}")
    while True:
        answer = input("> ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(decision.moves):
            return decision.moves[int(answer) - 1]
        print(f"  a number from 1 to {len(decision.moves)}, please")


def report(rules: Rules[Any], wording: Wording, step: Step[Any]) -> None:
    """Print the standings."""
    outcome = rules.outcome(step.position.state)
    assert outcome is not None
    print("\n" + wording.say(f"ending.{outcome.reason}"))
    for standing in sorted(outcome.standings, key=lambda standing: standing.rank):
        print(f"{standing.rank}. {wording.seats[standing.seat]}: {standing.score}", end=" ")
        print(encode(standing.tiebreaks) or "")


if __name__ == "__main__":
    main()
