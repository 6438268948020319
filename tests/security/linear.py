"""How the work of a regular expression grows with what it reads: found in its automaton.

`grows(pattern)` looks for the two shapes that make Python's engine try again and again: a word
that one loop reads in two ways (the work doubles with each letter), and one that two loops read,
the first of which hands over to the second at any letter (the work grows with the square). Looking
for a match at every letter of a text counts as such a first loop. Neither matters where nothing
that may follow can fail, as then nothing is tried again. Both are known as EDA and IDA (Weber and
Seidl 1991; Weideman and others 2016).

No library does this: those of PyPI call `\\s+$` safe, and cannot judge a look-ahead.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

ACCEPT = 0
END = "end of the text"
SAMPLES = "aAzZ09_-./: \n\t\0é٣中"
CATEGORIES = {
    kinds.CATEGORY_DIGIT: r"\d", kinds.CATEGORY_NOT_DIGIT: r"\D",
    kinds.CATEGORY_SPACE: r"\s", kinds.CATEGORY_NOT_SPACE: r"\S",
    kinds.CATEGORY_WORD: r"\w", kinds.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
ENDS = (kinds.AT_END, kinds.AT_END_STRING)
STARTS = (kinds.AT_BEGINNING, kinds.AT_BEGINNING_STRING)
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
SEARCHING = {"search", "sub", "subn", "findall", "finditer", "split"}

Letters = Callable[[str], bool]


def grows(pattern: str, flags: int = 0, how: str = "search") -> str:
    """Return "" for a linear pattern, else why it is not; `how` is the method of `re` used."""
    automaton = Automaton(parser.parse(pattern, flags), how)
    for loop in automaton.loops():
        if automaton.may_fail(loop) and automaton.reads_in_two_ways(loop):
            return "exponential"
    for first, second in itertools.permutations(automaton.loops(), 2):
        if automaton.may_fail(second) and automaton.hands_over(first, second):
            return "quadratic"
    return ""


class Automaton:
    """Places of a pattern: each reads one letter, and then others come, counted by ways there."""

    def __init__(self, parsed: Any, how: str) -> None:
        self.flags: int = parsed.state.flags
        self.free: list[list[int]] = [[]]  # states that come next without a letter, by state
        self.reads: dict[int, tuple[Letters, int]] = {}
        self.is_conditional = False  # on what is around it, so that anything may fail
        items = list(parsed)
        anchored = how not in SEARCHING or bool(items and items[0][1] in STARTS)
        end = self.reading(lambda letter: letter is END, ACCEPT) if how == "fullmatch" else ACCEPT
        start = self.sequence(items, end, first=not anchored)
        if not anchored:
            anywhere = self.state([start])
            self.free[anywhere].append(self.reading(lambda letter: letter is not END, anywhere))
            start = anywhere
        self.letters = [*sorted(set(SAMPLES + self.named(items))), END]
        self.after = {place: self.ways(then) for place, (_, then) in self.reads.items()}
        self.read_by = {
            place: frozenset(letter for letter in self.letters if is_read(letter))
            for place, (is_read, _) in self.reads.items()
        }
        self.reached = {place: self.beyond(place) for place in self.reads}

    # --- Building ---

    def state(self, free: Iterable[int] = ()) -> int:
        self.free.append([*free])
        return len(self.free) - 1

    def reading(self, is_read: Letters, then: int) -> int:
        place = self.state()
        self.reads[place] = (is_read, then)
        return place

    def sequence(self, items: Iterable[Any], then: int, *, first: bool = False) -> int:
        """The state from which these items lead to another."""
        listed = list(items)
        for number in reversed(range(len(listed))):
            then = self.item(*listed[number], then, first=first and number == 0)
        return then

    def item(self, kind: Any, value: Any, then: int, *, first: bool) -> int:
        if kind in (kinds.LITERAL, kinds.NOT_LITERAL, kinds.ANY, kinds.IN):
            return self.reading(self.letters_of(kind, value), then)
        if kind in REPEATS:
            return self.repeat(*value, then)
        if kind is kinds.SUBPATTERN:
            return self.sequence(value[3], then, first=first)
        if kind is kinds.ATOMIC_GROUP:
            return self.sequence(value, then, first=first)
        if kind is kinds.BRANCH:
            return self.state(self.sequence(branch, then, first=first) for branch in value[1])
        if kind is kinds.AT:
            if value in ENDS:
                return self.reading(lambda letter: letter is END, then)
            self.is_conditional |= not first
            return then
        if kind is kinds.ASSERT or kind is kinds.ASSERT_NOT:
            return self.beside(kind, *value, then, first=first)
        raise NotImplementedError(f"{kind} cannot be judged")

    def beside(self, kind: Any, direction: int, items: Any, then: int, *, first: bool) -> int:
        """A look ahead or behind, which at the start of a search is read on the way there."""
        if direction < 0 and kind is kinds.ASSERT and first:
            return self.sequence(items, then)
        ahead = self.sequence(items, ACCEPT)
        if direction > 0 and kind is kinds.ASSERT and then == ACCEPT:
            return ahead
        self.is_conditional = True
        return then if direction < 0 else self.state([ahead, then])

    def repeat(self, least: int, most: int, items: Any, then: int) -> int:
        if most is kinds.MAXREPEAT:
            again = self.state()
            self.free[again] += [self.sequence(items, again), then]
            start = self.state(self.free[again])
        else:
            start = then
            for _ in range(most - least):
                start = self.state([self.sequence(items, start), then])
        for _ in range(least):
            start = self.sequence(items, start)
        return start

    def letters_of(self, kind: Any, value: Any) -> Letters:
        """The letters that an item reads, as a function."""
        if kind is kinds.ANY:
            every = bool(self.flags & re.DOTALL)
            return lambda letter: letter is not END and (every or letter != "\n")
        if kind is kinds.IN:
            negated = value[0][0] is kinds.NEGATE
            parts = [self.letters_of(*part) for part in value[negated:]]
            return lambda letter: letter is not END and negated != any(p(letter) for p in parts)
        if kind is kinds.CATEGORY:
            category = re.compile(CATEGORIES[value])
            return lambda letter: category.fullmatch(letter) is not None
        low, high = value if kind is kinds.RANGE else (value, value)
        negated, folded = kind is kinds.NOT_LITERAL, bool(self.flags & re.IGNORECASE)

        def is_read(letter: str) -> bool:
            cases = {letter, letter.lower(), letter.upper()} if folded else {letter}
            inside = any(len(one) == 1 and low <= ord(one) <= high for one in cases)
            return letter is not END and inside != negated

        return is_read

    def named(self, items: Any) -> str:
        """The letters that a pattern names, and their neighbours."""
        if not isinstance(items, tuple | list | parser.SubPattern):
            return ""
        kind = items[0] if len(items) == 2 else None
        if kind is kinds.LITERAL or kind is kinds.NOT_LITERAL:
            return "".join(map(chr, range(max(items[1] - 1, 0), items[1] + 2)))
        if kind is kinds.RANGE:
            return "".join(map(chr, items[1]))
        return "".join(map(self.named, items))

    # --- Walking ---

    def ways(self, state: int) -> Counter[int]:
        """The places that come next, and in how many ways."""
        found: Counter[int] = Counter()

        def walk(state: int, passed: frozenset[int]) -> None:
            if state in self.reads or state == ACCEPT:
                found[state] += 1
                return
            for then in self.free[state]:
                if then not in passed:
                    walk(then, passed | {state})

        walk(state, frozenset())
        return found

    def beyond(self, place: int) -> frozenset[int]:
        """All places that may come after one."""
        found: set[int] = set()
        left = [place]
        while left:
            new = [one for one in self.after[left.pop()] if one != ACCEPT and one not in found]
            found.update(new)
            left += new
        return frozenset(found)

    def loops(self) -> list[int]:
        """The places that may come after themselves."""
        return [
            place
            for place in self.reads
            if place in self.reached[place] and self.read_by[place] != {END}
        ]

    def around(self, place: int) -> frozenset[int]:
        """The places of the loops that go through one."""
        return frozenset(one for one in self.reached[place] if place in self.reached[one])

    def steps(self, places: tuple[int, ...], within: list[frozenset[int]]) -> set[tuple[int, ...]]:
        """Where one letter leads from several places at once."""
        if not frozenset.intersection(*(self.read_by[place] for place in places)):
            return set()
        nexts = [
            [one for one in self.after[place] if one in allowed]
            for place, allowed in zip(places, within, strict=True)
        ]
        return set(itertools.product(*nexts))

    def all_after(
        self, places: tuple[int, ...], within: list[frozenset[int]]
    ) -> set[tuple[int, ...]]:
        """Where words lead from several places at once."""
        found: set[tuple[int, ...]] = set()
        left = [places]
        while left:
            new = self.steps(left.pop(), within) - found
            found |= new
            left += new
        return found

    def reads_in_two_ways(self, loop: int) -> bool:
        """Whether a word leads from a place back to it in two ways."""
        around = self.around(loop)
        if any(self.after[one][two] > 1 for one in around for two in around):
            return True
        apart = {pair for pair in self.all_after((loop, loop), [around] * 2) if len({*pair}) == 2}
        return any((loop, loop) in self.all_after(pair, [around] * 2) for pair in apart)

    def hands_over(self, first: int, second: int) -> bool:
        """Whether a word leads from a place to itself and to another, and from that to itself."""
        if second not in self.reached[first]:
            return False
        between = frozenset(one for one in self.reached[first] if second in self.reached[one])
        within = [self.around(first), between, self.around(second)]
        return (first, second, second) in self.all_after((first, first, second), within)

    def may_fail(self, loop: int) -> bool:
        """Whether nothing may match after a turn of a loop."""
        if self.is_conditional:
            return True
        turns = (self.after[one] for one in self.around(loop) if loop in self.after[one])
        return any(self.fails(frozenset(turn)) for turn in turns)

    def fails(self, places: frozenset[int]) -> bool:
        """Whether some text leads from these places nowhere."""
        found, left = {places}, [places]
        while left:
            now = left.pop()
            if ACCEPT in now:
                continue
            thens = {letter: self.then(now, letter) for letter in self.letters}
            if not all(thens.values()) or not self.ends(thens.pop(END)):
                return True
            new = {*thens.values()} - found
            found |= new
            left += new
        return False

    def then(self, places: frozenset[int], letter: str) -> frozenset[int]:
        """Where a letter leads from any of these places."""
        reading = (place for place in places if letter in self.read_by.get(place, ()))
        return frozenset(one for place in reading for one in self.after[place])

    def ends(self, places: frozenset[int]) -> bool:
        """Whether the pattern matches here, at the end of the text, where any `$` matches."""
        while more := self.then(places, END) - places:
            places |= more
        return ACCEPT in places
