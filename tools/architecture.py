"""The house in one drawing, made from its imports: `docs/topics/architecture.svg`.

A room is a package; a room stands above everything it imports. Arrows that a longer way implies are
not drawn, so that the others can be followed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path

import grimp
from django.conf import settings

APPS = ("lobby", "accounts", "games", "config")
OPENED = ("games", "config")
"""Apps whose packages are rooms of their own."""
SKIPPED = ("migrations", "management")
DOORS, GROUND = "doors", "ground"

WIDTH, HEIGHT, GAP, LIFT, EDGE = 264, 62, 28, 46, 24
INK, PAPER, LINE = "#2b2622", "#fbf7ef", "#8c7f70"
COLOURS = {"lobby": "#cfe3d4", "accounts": "#f0d9d0", "games": "#d5e2ee", "config": "#e9e0f0"}


@dataclass
class Room:
    """A package, or the modules of an app outside its packages."""

    name: str
    says: str = ""
    lines: int = 0
    uses: set[str] = field(default_factory=set)


def rooms_in(graph: grimp.ImportGraph) -> dict[str, str]:
    """The room of every module.

    A module of an opened app that lies beside its packages is ground if one of them builds on it,
    else a door.
    """
    rooms = {}
    for module in sorted(graph.modules):
        app, *rest = module.split(".")
        if not rest or rest[0] in SKIPPED:
            continue
        own = f"{app}.{rest[0]}"
        if app not in OPENED:
            rooms[module] = app
        elif is_package(own):
            rooms[module] = own
        else:
            users = (user.split(".") for user in graph.find_modules_that_directly_import(module))
            below = any(user[0] == app and len(user) > 2 for user in users)
            rooms[module] = f"{app}: {GROUND if below else DOORS}"
    return rooms


def is_package(name: str) -> bool:
    """Whether a module is a package."""
    return (Path(settings.BASE_DIR) / name.replace(".", "/")).is_dir()


def source_of(module: str) -> str:
    """The source of a module."""
    path = Path(settings.BASE_DIR) / module.replace(".", "/")
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()


def rooms_of() -> dict[str, Room]:
    """All rooms by name, with what each imports from others."""
    graph = grimp.build_graph(*APPS, cache_dir=None)
    of_module = rooms_in(graph)
    rooms: dict[str, Room] = {}
    for module, name in of_module.items():
        room = rooms.setdefault(name, Room(name))
        source = source_of(module)
        room.lines += source.count("\n")
        if module == name:
            room.says = (ast.get_docstring(ast.parse(source)) or "").split("\n")[0]
        elif ": " in name:
            room.says = f"{room.says}, {module.split('.')[1]}".lstrip(", ")
        used = {of_module.get(other) for other in graph.find_modules_directly_imported_by(module)}
        room.uses |= {other for other in used if other and other != name}
    for app in APPS:
        if app in rooms:
            rooms[app].says = (
                ast.get_docstring(ast.parse(source_of(f"{app}.apps"))) or ""
            ).rstrip()
    return rooms


def floors_of(rooms: Mapping[str, Room]) -> list[list[str]]:
    """The rooms by floor, the ground first. Raises ValueError if imports form a cycle."""

    @cache
    def floor(name: str) -> int:
        return 1 + max((floor(used) for used in rooms[name].uses), default=-1)

    try:
        heights = {name: floor(name) for name in rooms}
    except RecursionError as error:
        raise ValueError("rooms import each other in a circle") from error
    return [
        sorted(name for name in rooms if heights[name] == height)
        for height in range(max(heights.values()) + 1)
    ]


def arrows_of(rooms: Mapping[str, Room]) -> list[tuple[str, str]]:
    """Which room imports which, without what a longer way implies."""

    @cache
    def reach(name: str) -> frozenset[str]:
        return frozenset(rooms[name].uses).union(*map(reach, rooms[name].uses))

    return [
        (name, used)
        for name, room in sorted(rooms.items())
        for used in sorted(room.uses)
        if not any(used in reach(other) for other in room.uses if other != used)
    ]


def arrows_within(app: str) -> set[tuple[str, str]]:
    """Return which room of an app imports which: its packages, and the modules beside them.

    Arrows that a longer way implies count, too.
    """
    graph = grimp.build_graph(app, cache_dir=None)
    rooms = {module: module.split(".")[1] for module in graph.modules if "." in module}
    return {
        (room, rooms[used])
        for module, room in rooms.items()
        for used in graph.find_modules_directly_imported_by(module)
        if rooms.get(used, room) != room
    }


def drawing() -> str:
    """The house as SVG."""
    rooms = rooms_of()
    floors = floors_of(rooms)
    widest = max(len(names) for names in floors)
    width = 2 * EDGE + widest * (WIDTH + GAP) - GAP
    height = 2 * EDGE + len(floors) * (HEIGHT + LIFT) - LIFT
    at: dict[str, tuple[float, float]] = {}
    for level, names in enumerate(reversed(floors)):
        left = (width - len(names) * (WIDTH + GAP) + GAP) / 2
        for index, name in enumerate(names):
            at[name] = left + index * (WIDTH + GAP), EDGE + level * (HEIGHT + LIFT)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11" role="img">',
        "<title>The packages of the site, each above what it imports</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        '<marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto"><path d="M0 0 8 4 0 8z" fill="{LINE}"/></marker>',
    ]
    parts += [arrow(at[name], at[used]) for name, used in arrows_of(rooms)]
    for name, (x, y) in at.items():
        parts += room_drawn(rooms[name], x, y)
    return "\n".join([*parts, "</svg>", ""])


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From a room down to one that it imports; past the rooms between, if there are any."""
    (x, y), (to_x, to_y) = start, end
    floors = round((to_y - y) / (HEIGHT + LIFT))
    if floors > 1 and abs(to_x - x) < WIDTH:
        right = to_x > x
        x, y, to_x = x + right * WIDTH, y + HEIGHT / 2, to_x + WIDTH / 2
        out = x + (24 if right else -24) * floors
        path = f"M{x:g} {y:g}C{out:g} {y:g} {out:g} {to_y - LIFT:g} {to_x:g} {to_y:g}"
    else:
        x, y, to_x = x + WIDTH / 2, y + HEIGHT, to_x + WIDTH / 2
        bend = (to_y - y) / 2
        path = f"M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"
    return f'<path d="{path}" fill="none" stroke="{LINE}" marker-end="url(#end)"/>'


def room_drawn(room: Room, x: float, y: float) -> list[str]:
    """A room with its name, its size in lines, and the first line of its docstring."""
    first, second = halves(room.says)
    return [
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5" '
        f'fill="{COLOURS[re.split("[.:]", room.name)[0]]}" stroke="{INK}"/>',
        f'<text x="{x + 10:g}" y="{y + 20:g}" font-size="14" font-weight="bold" '
        f'fill="{INK}">{escape(room.name.replace(".", "/"))}</text>',
        f'<text x="{x + WIDTH - 10:g}" y="{y + 20:g}" text-anchor="end" fill="{INK}">'
        f"{round(room.lines, -2):,}</text>",
        f'<text x="{x + 10:g}" y="{y + 38:g}" fill="{INK}">{escape(first)}</text>',
        f'<text x="{x + 10:g}" y="{y + 52:g}" fill="{INK}">{escape(second)}</text>',
    ]


def halves(text: str, most: int = 40) -> tuple[str, str]:
    """A sentence split into two lines."""
    words, first = text.split(), ""
    while words and len(first) + len(words[0]) < most:
        first = f"{first} {words.pop(0)}".strip()
    rest = " ".join(words)
    return first, rest if len(rest) <= most + 2 else f"{rest[:most]}…"
