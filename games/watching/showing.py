"""What the watchers of a table are sent: pages are drawn, programs get documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from games.page import rendering
from games.page.parts import Lately, Part, Shown, shown_of
from games.storing.rows import TableRow
from games.telling.cache import Cache
from games.telling.reading import Reading, reading_in
from games.telling.updates import Updates
from games.watching.tables import Watcher


class WatcherMessage(NamedTuple):
    """A message for a watcher at a place, and what its page shows before and after it."""

    watcher: Watcher
    place: int | None
    text: bytes
    before: Shown
    after: Shown

    def is_timely(self) -> bool:
        """Whether the page has not said in the meantime that it shows something else."""
        return self.watcher.shown is self.before


def reader_of(row: TableRow, watcher: Watcher) -> tuple[int | None, Reading, bool]:
    """What a page is drawn for: those of equal readers are drawn once."""
    return row.place_of(watcher.user_id), watcher.reading, watcher.described


LATELY_KEPT = 200  # 750 kB for a table of four, much of it the same as at other tables
"""Tables of which is known what their pages were drawn from, in one language and time zone."""
_lately: Cache[Lately] = Cache(LATELY_KEPT)


class Ready(NamedTuple):
    """What is made once for all watchers who get the same: messages, and drawn parts."""

    sent: dict[object, bytes]
    drawn: dict[object, tuple[rendering.Scene, list[Part]]]


def messages_for(updates: Updates, watchers: Sequence[Watcher]) -> list[WatcherMessage]:
    """Make the updates of a table, drawn and written once for all watchers who get the same."""
    ready = Ready({}, {})
    make = {True: _page_message, False: _message}
    readers: dict[Reading, list[Watcher]] = {}
    for watcher in watchers:
        readers.setdefault(watcher.reading, []).append(watcher)
    messages: list[WatcherMessage] = []
    for reading, alike in readers.items():
        with reading_in(*reading):
            messages += [make[watcher.html](updates, watcher, ready) for watcher in alike]
        if lately := _lately.get((updates.row.id, reading)):
            lately.keep(root for _scene, roots in ready.drawn.values() for root in roots)
    return messages


def _message(updates: Updates, watcher: Watcher, ready: Ready) -> WatcherMessage:
    """The update for a program, in its language: made once for all that get the same."""
    place = updates.row.place_of(watcher.user_id)
    key = (place, watcher.reading, watcher.seen)
    if key not in ready.sent:
        ready.sent[key] = updates.of(watcher.user_id, watcher.seen).encoded()
    return WatcherMessage(watcher, place, ready.sent[key], watcher.shown, watcher.shown)


def _page_message(updates: Updates, watcher: Watcher, ready: Ready) -> WatcherMessage:
    """The update for a page: what differs from what it shows, drawn once for equal readers.

    Their language and time zone are active.
    """
    user = watcher.user
    reader = (reader_of(updates.row, watcher), watcher.seen)
    before = watcher.shown
    key = (*reader, watcher.base, tuple(map(id, before)))
    if key not in ready.sent:
        if reader not in ready.drawn:
            told = updates.of(watcher.user_id, watcher.seen)
            lately = _lately.get_or_make((told.id, watcher.reading), Lately)
            scene = rendering.Scene(updates.row, user, told, lately)
            ready.drawn[reader] = scene, scene.roots(described=watcher.described)
        scene, roots = ready.drawn[reader]
        update = rendering.page_update(scene, roots, before)
        ready.sent[key] = msgspec.json.encode({**update, "base": watcher.base})
    place = updates.row.place_of(watcher.user_id)
    return WatcherMessage(watcher, place, ready.sent[key], before, shown_of(ready.drawn[reader][1]))
