"""The command that counts statements leaves out what is said in literals, and migrations."""

from __future__ import annotations

from pathlib import Path

from tools.statements import count

MODULE = '''"""A module."""
NAMES = {"one": [1, -2], "two": (None, "text")}
SUM = sum([1, 2])

class Seat:
    """A seat."""
    place: int
    bot = ""

    def leave(self):
        """Leave it."""
        left = True
        if left:
            print(left)
        try:
            return left
        except ValueError:
            pass
'''


def test_what_is_counted(tmp_path: Path) -> None:
    (tmp_path / "seats.py").write_text(MODULE)
    assert count(tmp_path) == 10, "SUM, the class, place, and from the function on all but its text"
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "0001.py").write_text(MODULE)
    assert count(tmp_path) == 10
    (tmp_path / "more.py").write_text("import ast\nast.walk(1)\n")
    assert count(tmp_path) == 12
