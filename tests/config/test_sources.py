"""What `play --reload` takes for a change of the code."""

from __future__ import annotations

from pathlib import Path

from config.running.sources import ROOT, Sources


def test_code_is_noticed_once_and_other_files_are_not(tmp_path: Path) -> None:
    home = tmp_path / "games" / "rules"
    home.mkdir(parents=True)
    (home / "rules.py").write_text("")
    changes: list[str] = []
    sources = Sources(lambda: changes.append("changed"), tmp_path)
    (home / "rules.pyc").write_text("")
    (tmp_path / "notes.py").write_text("")
    sources.restart_when_due()
    assert not changes
    (home / "view.py").write_text("")
    sources.restart_when_due()
    sources.restart_when_due()
    assert len(changes) == 1
    (home / "view.py").unlink()
    sources.restart_when_due()
    assert len(changes) == 2


def test_the_site_has_some() -> None:
    seen = {path.relative_to(ROOT).parts[0] for path in Sources(lambda: None).look()}
    assert seen == {"accounts", "config", "games", "lobby", "templates"}
