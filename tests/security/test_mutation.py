"""The mutations of the site's rights: that they bite, and that no right is forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser

from config.running.bootstrap import ROOT
from games.telling import selectors
from tools.mutation.deciding import (
    EQUIVALENT,
    NOT_DECIDING,
    PARTS,
    REFUSALS,
    TESTS,
    WHOLE,
    all_mutants,
)
from tools.mutation.mutants import mutants_of

APPS = ("accounts", "games", "lobby")
REFUSING = {
    "AccountNeeded", "NoHints", "NotAllowed", "NotAtTable", "NotHost", "NotInvited", "NotSeated",
    "NotYours", "NotYourSeat", "PermissionDenied", "PlayersOnly",
}  # fmt: skip
"""What is raised for who has no right."""
ASKING = ("may_", "can_", "need_", "check_may")
"""How functions are called that say who has a right."""
READERS = {"user", "reader", "user_id", "viewer", "secret", "token"}
"""Parameters of selectors that name who asks."""


def functions_of(path: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of a module, by what they are called in it."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef):
                yield f"{node.name}.{inner.name}", inner


def decides(function: ast.FunctionDef) -> bool:
    """Whether a function seems to decide about rights: by name, refusals, or what it selects."""
    if function.name.startswith(ASKING) or function.name.endswith("_permission"):
        return True
    raised = {
        name.id
        for node in ast.walk(function)
        if isinstance(node, ast.Raise) and node.exc is not None
        for name in ast.walk(node.exc)
        if isinstance(name, ast.Name)
    }
    if raised & REFUSING:
        return True
    asked_by = {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}
    selects = function.returns is not None and "QuerySet" in ast.unparse(function.returns)
    return selects and bool(asked_by & READERS)


def test_every_function_that_decides_is_mutated() -> None:
    listed = {
        f"{module}.{name}"
        for names in (WHOLE, REFUSALS)
        for module, text in names.items()
        for name in text.split()
    }
    listed |= {".".join(pair) for pair in PARTS}
    found = set[str]()
    for path in (path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not module.startswith(("games.rules", "games.bots")) and "migrations" not in module:
            found |= {f"{module}.{name}" for name, f in functions_of(path) if decides(f)}
    missing = found - listed - set(NOT_DECIDING)
    assert not missing, f"list in tools/mutation/deciding.py: {sorted(missing)}"
    assert set(NOT_DECIDING) <= found - listed, "listed without need"


def test_what_is_listed_is_there_and_what_is_equivalent_has_a_reason() -> None:
    known = {str(mutant) for mutant in all_mutants()}
    assert len(known) > 1_000
    assert set(EQUIVALENT) <= known, "\n".join(set(EQUIVALENT) - known)
    assert all(len(why) > 20 for why in EQUIVALENT.values())
    assert all((ROOT / path).exists() for text in TESTS.values() for path in text.split())
    assert all(any(name.startswith(start) for name in known) for start in TESTS)


def test_a_selector_is_another_one_while_a_mutant_lives() -> None:
    """Each kind of mutant of the selector of tables, by the SQL that it makes."""
    visitor = AnonymousUser()
    before = str(selectors.tables_visible_to(visitor).query)
    mutants = list(mutants_of("x", selectors.tables_visible_to))
    seen = set[str]()
    for mutant in mutants:
        with mutant.alive():
            try:
                seen.add(str(selectors.tables_visible_to(visitor).query))
            except Exception as error:  # such as asking a visitor for friends
                seen.add(repr(error))
        assert str(selectors.tables_visible_to(visitor).query) == before, "it is back"
    texts = "\n".join(str(mutant) for mutant in mutants)
    for kind in (
        "if not not user.is_authenticated", "if False:", ".exclude(private=False)",
        "Table.objects.filter(private=True)", "._default_manager.all()", ").none()",
        ") & watched",
    ):  # fmt: skip
        assert kind in texts, kind
    assert len(mutants) > 30 and len(seen - {before}) >= 5


@pytest.mark.parametrize("name", ["has_friend_at", "may_watch"])
def test_negations_and_operands(name: str) -> None:
    texts = {m.text for m in mutants_of(name, getattr(selectors, name))}
    wanted = {
        "has_friend_at": "seat.user_id is not None → seat.user_id is None",
        "may_watch": "not row.private → row.private",
    }[name]
    assert wanted in texts
    assert any(" and " in text.split(" → ")[0] and " or " in text.split(" → ")[1] for text in texts)
