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
                    "“My games” lists the tables that are waiting for you first, and the "
                    "browser tab shows how many there are. If you are away, an email tells "
                    "you. The N key takes you to the next table that is waiting for you."
                ),
            ],
            ("my_games", _("My games")),
        ),
        Answer(
            "what-can-i-do",
            _("What can I do now?"),
            [
                _(
                    "Whatever is lit up, and nothing else: the site enforces the rules, so you "
                    "cannot make an illegal move by mistake. Press and hold anything, or point "
                    "at it with the mouse, to see what it is."
                ),
            ],
        ),
        Answer(
            "undo",
            _("Can I take a move back?"),
            [
                _(
                    "Yes, step by step, until it has revealed something or it is somebody "
                    "else’s turn. Before a move that cannot be taken back you are asked to "
                    "confirm; you choose in the settings how often."
                ),
                _(
                    "After that you can ask the others on the clock’s page, which you find "
                    "under “Table” beside the log: if everybody who plays agrees, the game "
                    "goes back to before your answer."
                ),
            ],
            ("settings", _("Settings")),
        ),
        Answer(
            "clock",
            _("How long may I think?"),
            [
                _(
                    "As long as was agreed when the table was started: minutes or days for "
                    "each answer, a budget that grows with each answer, or no limit at all. "
                    "The time you have left is shown beside your name and in “My games”. If "
                    "everybody who plays agrees, you can pause the game or give somebody more "
                    "time, on the clock’s page of the table."
                ),
            ],
        ),
        Answer(
            "own-time",
            _("Does my clock run while I sleep?"),
            [
                _(
                    "Not if you protect those hours: enter nights, weekends and days away "
                    "under “My time” in the settings; nobody else sees them. Every table says "
                    "how much protected time it allows for one question; after that the clock "
                    "runs. When your time would otherwise run out, one of your vacation days "
                    "is used automatically, and you can have a reminder before that. On a "
                    "table’s clock page you can save these days for other tables."
                ),
            ],
            ("own_time", _("My time")),
        ),
        Answer(
            "time-over",
            _("What happens when my time has run out?"),
            [
                _(
                    "At tables with days for each answer, you get the same time once more the "
                    "first time. After that, what was agreed when the table was started "
                    "happens: a bot gives this one answer, or plays on until you come back; "
                    "your seat is also offered to others in the lobby; or the table is closed "
                    "without a result. You get an email. In “My games” one click gives you "
                    "your seat back, as long as nobody has taken it over."
                ),
                _(
                    "Your profile shows how many tables you have left: where you gave up, were "
                    "away when the game ended, or somebody took over your seat."
                ),
            ],
        ),
        Answer(
            "silent",
            _("Somebody has stopped playing. What can we do?"),
            [
                _(
                    "If there is a clock, it runs out by itself. At a table without one, ask "
                    "the others under “What this table agreed on”: once somebody has been "
                    "silent for 14 days, you can ask for a clock, or for a bot that plays "
                    "until they return. At any table, everybody who plays can agree to end the "
                    "game without a result."
                ),
            ],
        ),
        Answer(
            "take-over",
            _("Can I join a game that has begun?"),
            [
                _(
                    "Yes, where a seat is free again: the lobby lists the seats whose players "
                    "have gone missing. You can look at the position first. If you take over, "
                    "you get a fresh clock, see what that seat sees, and its result becomes "
                    "yours."
                ),
            ],
            ("lobby", _("Lobby")),
        ),
        Answer(
            "give-up",
            _("Can I give up?"),
            [
                _(
                    "Yes, under “Table” beside the log. A bot plays on in your seat so that "
                    "the others can finish, and you are ranked last. If only one is left, they "
                    "win at once."
                ),
            ],
        ),
        Answer(
            "orders",
            _("Must I answer every small question myself?"),
            [
                _(
                    "Some games let you leave standing orders, such as “always pass”. You find "
                    "them under “Notes” beside the log; they answer for you after a while, as "
                    "you would, and you can change them at any time."
                ),
            ],
        ),
        Answer(
            "look-back",
            _("What has happened since I was here?"),
            [
                _(
                    "When you come back, the table shows you the latest moves. Step through "
                    "the whole game with the arrows above the board, or click on a line of the "
                    "log; looking back changes nothing."
                ),
            ],
        ),
        Answer(
            "hints",
            _("Can I ask what an expert would do?"),
            [
                _(
                    "In every lesson, against bots, and at tables that allow hints: there, "
                    "everybody who plays may ask. Hints are off unless the host allows them, "
                    "and both the table and the lobby say so; at all other tables nobody gets "
                    "any help before the end."
                ),
                _(
                    "“What would an expert do?” is below your answers. The expert knows no "
                    "more than you do; it names the best answers, what each promises and what "
                    "could go wrong, and you can step through its ideas on the what-if board."
                ),
            ],
        ),
        Answer(
            "what-if",
            _("Can I try a move without playing it?"),
            [
                _(
                    "“What if” above the board opens your own copy of the table: play for "
                    "everybody there, go back, and try something else. Everything you cannot "
                    "know is drawn at random, and nobody else learns of it."
                ),
                _(
                    "Everything you try stays in a tree. You can write notes on single "
                    "answers, save the tree under a name as a study, and share it with a link "
                    "once the game is over. Whoever has the link sees what you knew, and can "
                    "go on trying in a copy of their own."
                ),
            ],
        ),
        Answer(
            "analysis",
            _("Where did I lose the game?"),
            [
                _(
                    "Every finished table can be analysed, once, for everybody who may see it: "
                    "who was likely to win at each point, and which moves cost the most, with "
                    "what an expert would have played. It takes a few minutes; you do not have "
                    "to wait."
                ),
            ],
        ),
        Answer(
            "phone",
            _("Does it work on a phone?"),
            [
                _(
                    "Yes. The bar at the bottom is the question: pull it up or tap it for the "
                    "answers. The bar at the top shows the players: tap one to see what they "
                    "have. Zoom the board with two fingers; the button at the right end of the "
                    "players’ bar shows the whole board again. If you tap between small spots, "
                    "the board zooms in there first."
                ),
                _(
                    "The board zooms in by itself on what a question is about; the ring among "
                    "the tools switches that off. You can also add the site to your home "
                    "screen from your browser’s menu."
                ),
            ],
        ),
        Answer(
            "browsers",
            _("Which browsers work?"),
            [
                _(
                    "Those of the last two years, and older ones from Apple: Safari, and every "
                    "browser on an iPhone or iPad, from 16.4 on; Firefox from 140 on; Chrome, "
                    "Edge and their relatives from 131 on. In older browsers, parts of a page "
                    "may be missing."
                ),
            ],
        ),
        Answer(
            "in-words",
            _("Can I play without seeing the board?"),
            [
                _(
                    "Yes. “The board in words”, under “Table” beside the log, describes "
                    "everything on it and follows every change; every move has a button that "
                    "says what it does. The log is a single stop for the Tab key, and the "
                    "arrow keys move through it."
                ),
            ],
        ),
    ],
)
