"""The drawing of the house shows the packages and imports that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.architecture import Room, arrows_of, arrows_within, drawing, floors_of

ROOT = Path(__file__).parent.parent
DRAWN = ROOT / "docs" / "topics" / "architecture.svg"
LINES = re.compile(r">[0-9,]+</text>")


def test_the_drawing_is_of_today() -> None:
    drawn, now = (LINES.sub("", text) for text in (DRAWN.read_text(), drawing()))
    assert drawn == now, "python3 manage.py architecture"


def test_a_room_stands_above_what_it_imports_and_a_longer_way_is_enough() -> None:
    rooms = {
        "top": Room("top", uses={"middle", "ground"}),
        "middle": Room("middle", uses={"ground"}),
        "ground": Room("ground"),
    }
    assert floors_of(rooms) == [["ground"], ["middle"], ["top"]]
    assert arrows_of(rooms) == [("middle", "ground"), ("top", "middle")]


def test_a_circle_is_no_house() -> None:
    with pytest.raises(ValueError, match="circle"):
        floors_of({"a": Room("a", uses={"b"}), "b": Room("b", uses={"a"})})


@pytest.mark.parametrize(("app", "most"), [("lobby", 20), ("accounts", 65)])
def test_an_app_has_few_rooms_and_few_arrows(app: str, most: int) -> None:
    beside = [path.stem for path in (ROOT / app).glob("*.py") if path.stem != "__init__"]
    assert len(beside) <= 8, "a module belongs into the room of what it does"
    assert len(arrows_within(app)) <= most
