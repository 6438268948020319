"""The answers about playing, in the help."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from config.pages.leaves import Answer, Section

PLAYING = Section(
    "playing",
    _("Playing"),
    [
        Answer(
            "turn",
            _("How do I know that it is my turn?"),
            [
                _(
                    "“My games” lists the tables that wait for you first, and the tab "
                    "shows their number. If you are away, a mail tells you. The key N "
                    "takes you to the next table that waits for you."
                ),
            ],
            ("my_games", _("My games")),
        ),
        Answer(
            "what-can-i-do",
            _("What can I do now?"),
            [
                _(
                    "Whatever is lit up, and nothing else: the rules are enforced, so you"
                    " cannot make an illegal move by mistake. A long press, or resting on"
                    " something with the mouse, explains what it is."
                ),
            ],
        ),
        Answer(
            "undo",
            _("Can I take a move back?"),
            [
                _(
                    "Yes, step by step, until something has been revealed by it or "
                    "somebody else is asked. Before a move that cannot be taken back you "
                    "are asked whether you mean it; in the settings you choose how often."
                ),
                _(
                    "Beyond that you can ask the others on the clock’s page, under the log of the "
                    "table: if all who play agree, the game goes back to before your answer."
                ),
            ],
            ("settings", _("Settings")),
        ),
        Answer(
            "clock",
            _("How long may I think?"),
            [
                _(
                    "As long as was agreed when the table was opened: minutes or days for "
                    "every answer, a budget that grows with every answer, or without a "
                    "limit. How much is left stands beside your name and in “My games”. "
                    "When all who play agree, there is a pause, or more time for somebody: "
                    "the clock’s page is under the log of the table."
                ),
            ],
        ),
        Answer(
            "own-time",
            _("Does my clock run while I sleep?"),
            [
                _(
                    "Not if you protect those hours: “My time” in the settings takes "
                    "nights, weekends and days on which you are away, and nobody else sees "
                    "them. Every table says how much protected time it accepts for one "
                    "question; beyond that the clock runs. Where your time would run out, "
                    "one of your vacation days is spent by itself, and you are reminded "
                    "before, if you like. On a table’s clock page you can keep these days for "
                    "other tables."
                ),
            ],
            ("own_time", _("My time")),
        ),
        Answer(
            "time-over",
            _("What happens when my time has run out?"),
            [
                _(
                    "Where days are counted, you get one more span the first time at "
                    "each table. After that it is as was agreed when the table was opened: "
                    "a bot gives this one answer, or plays on until you come back; your "
                    "seat is offered to others in the lobby as well; or the table is "
                    "closed without a result. You get a mail. In “My games” one click "
                    "gives you your seat back, as long as nobody has taken it over."
                ),
                _(
                    "Your profile says how many tables you have left: where you gave up, "
                    "were away when the game ended, or somebody has your seat now."
                ),
            ],
        ),
        Answer(
            "silent",
            _("Somebody does not play on. What can we do?"),
            [
                _(
                    "With a clock it runs out by itself. At a table without one, ask the "
                    "others under “What this table agreed on”: once somebody has been "
                    "silent for 14 days, for a clock, or for a bot that plays until they "
                    "return. At any table all who play can agree to end the game without a "
                    "result."
                ),
            ],
        ),
        Answer(
            "take-over",
            _("Can I join a game that has begun?"),
            [
                _(
                    "Where a seat is free again, yes: the lobby lists those whose players "
                    "have gone missing. You look at the position first; whoever takes over "
                    "has a fresh clock, sees what that seat sees, and is ranked as the "
                    "seat is."
                ),
            ],
            ("lobby", _("Lobby")),
        ),
        Answer(
            "give-up",
            _("Can I give up?"),
            [
                _(
                    "Yes, under the log of the table. A bot plays on in your seat, so "
                    "that the others can finish, and you are ranked last. The last one "
                    "left wins at once."
                ),
            ],
        ),
        Answer(
            "orders",
            _("Must I answer every small question myself?"),
            [
                _(
                    "Some games let you leave standing orders, such as “always pass”. You"
                    " find them under the log; they answer for you after a while, as "
                    "you would, and can be changed at any time."
                ),
            ],
        ),
        Answer(
            "look-back",
            _("What has happened since I was here?"),
            [
                _(
                    "The table shows you the last moves when you come back. With the "
                    "arrows above the board, or by a click on a line of the log, you step"
                    " through the whole game; nothing is played by looking back."
                ),
            ],
        ),
        Answer(
            "hints",
            _("Can I ask what an expert would do?"),
            [
                _(
                    "In every lesson, against bots, and at tables whose terms allow hints: then "
                    "everybody who plays there may ask. It is one of the terms, off unless the "
                    "host wants it, and stands under the table and in the lobby; at all other "
                    "tables nobody gets any help before the end."
                ),
                _(
                    "“What would an expert do?” stands below your answers. The expert knows no "
                    "more than you do; it names the best answers, what each promises and what it "
                    "fears, and you can step through its lines on the what-if board."
                ),
            ],
        ),
        Answer(
            "what-if",
            _("Can I try a move without playing it?"),
            [
                _(
                    "“What if” above the board opens your own copy of the table: play there for "
                    "everybody, go back, and try something else. All that you cannot know is "
                    "drawn at random, and nobody hears of it."
                ),
                _(
                    "Whatever you try stays in a tree. You can write notes on single answers, "
                    "keep the tree under a name as a study, and share it by a link once the game "
                    "is over. Whoever has the link sees what you knew, and tries on in a copy of "
                    "their own."
                ),
            ],
        ),
        Answer(
            "analysis",
            _("Where did I lose the game?"),
            [
                _(
                    "Every finished table can be analysed, once for everybody who may see it: "
                    "who was likely to win at each time, and the moves that cost most, with what "
                    "an expert would have played. It takes some minutes; you need not wait."
                ),
            ],
        ),
        Answer(
            "phone",
            _("Does it work on a phone?"),
            [
                _(
                    "Yes. The line at the bottom is the question: pull it up or tap it "
                    "for the answers. The line at the top are the players: tap one to see"
                    " what they have. Two fingers enlarge the board, and the button at "
                    "the right end of the players' line shows the whole board again. A "
                    "tap between small spots brings that place forward first."
                ),
                _(
                    "What a question is about comes forward by itself; the ring among the"
                    " tools switches that off. You can also put the site on your home "
                    "screen, from the menu of your browser."
                ),
            ],
        ),
        Answer(
            "browsers",
            _("Which browsers will do?"),
            [
                _(
                    "Those of the last two years, and older ones of Apple: Safari, and every "
                    "browser on an iPhone or iPad, from 16.4 on; Firefox from 140 on; Chrome, Edge "
                    "and others of their family from 131 on. In older ones some of a page may be "
                    "missing."
                ),
            ],
        ),
        Answer(
            "in-words",
            _("Can I play without seeing the board?"),
            [
                _(
                    "Yes. “The board in words”, under the log, tells all that lies on it "
                    "and follows every change; every move has a button that says what it "
                    "does. The log is one stop of the Tab key, and the arrow keys go "
                    "through it."
                ),
            ],
        ),
    ],
)
