"""A disk is told of before it is full."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.test import Client

from config.tasks import look_at_disks
from tests.config.sight.figures import Figures

SIZE = 1_000


def filled(monkeypatch: pytest.MonkeyPatch, free: dict[str, int]) -> None:
    """Let the system say that so many of a thousand blocks are free, and more for root."""
    said = {folder: os.statvfs_result((4096, 4096, SIZE, left + 50, left, 9, 9, 9, 0, 255))
            for folder, left in free.items()}  # fmt: skip
    monkeypatch.setattr(os, "statvfs", said.__getitem__)


@pytest.mark.django_db(transaction=True)
def test_operators_are_told_while_there_is_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.DISKS, settings.DISK_PERCENT = ["/one", "/two"], 10
    filled(monkeypatch, {"/one": 100, "/two": 100})
    look_at_disks(timestamp=0)
    assert caplog.records == [], "a tenth is enough"
    filled(monkeypatch, {"/one": 100, "/two": 99})
    look_at_disks(timestamp=0)
    (record,) = caplog.records
    assert record.levelname == "ERROR", "as such it is mailed"
    assert "The disk of /two will soon be full: 9.9 %" in record.getMessage()
    answer = Client().get("/metrics", headers={"host": "localhost"})
    figures = Figures(answer.content.decode())
    assert figures("sobremesa_disk_free", folder="/one") == 0.1
    assert figures("sobremesa_disk_free", folder="/two") == 0.099


@pytest.mark.django_db(transaction=True)
def test_a_folder_that_is_not_there_fails_the_job_and_no_other_figure(settings: Any) -> None:
    settings.DISKS = ["/nowhere", "/"]
    with pytest.raises(FileNotFoundError):
        look_at_disks(timestamp=0)
    figures = Figures(Client().get("/metrics", headers={"host": "localhost"}).content.decode())
    assert 0 < figures("sobremesa_disk_free", folder="/") <= 1
    assert figures("sobremesa_database_up") == 1
