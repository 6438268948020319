"""Help: what players ask, with an anchor for every question."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from config.pages.help_playing import PLAYING
from config.pages.leaves import Answer, Leaf, Section

HELP = Leaf(
    "help",
    _("Help"),
    _(
        "What people ask, and what we answer. "
        "Every question is a link that you can send to somebody."
    ),
    [
        Section(
            "sitting-down",
            _("Sitting down"),
            [
                Answer(
                    "first-game",
                    _("How do I begin?"),
                    [
                        _(
                            "Choose a game in the lobby and play against bots: the table begins "
                            "at once, and nobody minds how long you think. The board lights up "
                            "everything you can do, and the panel says what you are asked."
                        ),
                    ],
                    ("lobby", _("To the lobby")),
                ),
                Answer(
                    "account",
                    _("Do I need an account?"),
                    [
                        _(
                            "Not to begin. “Play against bots” or a friend’s link makes you a "
                            "guest at a table, with a name of ours. An account keeps your tables "
                            "on every device, and with it you can write in the chat, invite people "
                            "and have friends: a name, an address and a password will do."
                        ),
                        _(
                            "One step makes an account of a guest, and your tables stay. A guest "
                            "who does not come for a month is forgotten; finished tables stay. "
                            "To watch public tables you need nothing at all."
                        ),
                    ],
                ),
                Answer(
                    "learn",
                    _("How do I learn a game?"),
                    [
                        _(
                            "Every game has lessons of a few minutes, on the real board and "
                            "without an account, and its rules with pictures of real positions. "
                            "Both are on the game’s page. At a table, “Rules” opens them where "
                            "your question is explained."
                        ),
                    ],
                ),
                Answer(
                    "open",
                    _("How do I start a table for my friends?"),
                    [
                        _(
                            "Choose the game in the lobby and start a table: how many seats, "
                            "which options, how much time for a move, and whether it is private. "
                            "Then invite people by name or by email address, or send them the "
                            "link or its code. The table begins when all seats are taken, or "
                            "earlier when you say so."
                        ),
                        _(
                            "Until then you can take back an invitation, take somebody off the "
                            "table, and change everything but the game: those who sit there see "
                            "the difference and have to agree. After a game, “Rematch” "
                            "invites the same people, with the seats turned by one."
                        ),
                    ],
                ),
                Answer(
                    "colours",
                    _("Which colour do I play?"),
                    [
                        _(
                            "Where the rules of a game let players choose, you are asked when you "
                            "start a table or sit down: whoever comes first has the choice. Until "
                            "the game begins you can change it on the page of the table. Who "
                            "chooses none plays what is left, and so do bots."
                        ),
                    ],
                ),
                Answer(
                    "friends",
                    _("What are friends good for?"),
                    [
                        _(
                            "Friends have both agreed to it, on the page of one of them. Their "
                            "open tables come first in the lobby, and they may watch private "
                            "tables at which a friend sits if the host allows that."
                        ),
                    ],
                ),
                Answer(
                    "link",
                    _("I got a link. What now?"),
                    [
                        _(
                            "Open it and sit down: you can play as a guest at once, or make an "
                            "account first and be back at the table afterwards."
                        ),
                    ],
                ),
                Answer(
                    "private",
                    _("What does “private” mean?"),
                    [
                        _(
                            "A private table is not in the lobby. Only those who sit at it can "
                            "open its page, read its chat and look back at it; you get there by "
                            "an invitation or by its link. Moderators can look at it if something"
                            " is reported."
                        ),
                        _(
                            "All other tables are public: everybody may watch, but sees only what"
                            " lies open. Cards in hand and other secrets stay with those who have"
                            " them."
                        ),
                    ],
                ),
                Answer(
                    "bots",
                    _("What does a bot do?"),
                    [
                        _(
                            "A bot takes a seat like a person and answers at once. It plays by "
                            "the same rules and knows only what somebody in its seat would know. "
                            "Bots fill seats when you start a table, and take over for whoever is "
                            "away too long or has given up."
                        ),
                    ],
                ),
            ],
        ),
        PLAYING,
        Section(
            "others",
            _("Emails and other people"),
            [
                Answer(
                    "mails",
                    _("Which emails do I get, and how do I stop them?"),
                    [
                        _(
                            "One for each turn that has waited a little, one for all tables after "
                            "a while, one digest a day, or none: choose in the settings, also for "
                            "a single table, and also for notices on your devices. Every mail has "
                            "a link that ends them with one click, without signing in."
                        ),
                    ],
                    ("notices", _("Settings")),
                ),
                Answer(
                    "no-mail",
                    _("No mail has come. Why?"),
                    [
                        _(
                            "Look among the unwanted ones first. If your provider has refused a "
                            "mail, every page tells you so; enter another address in the "
                            "settings, or say that it works again."
                        ),
                    ],
                ),
                Answer(
                    "chat",
                    _("Who reads the chat?"),
                    [
                        _(
                            "Those who play at the table can write. Whoever may watch it can "
                            "read: at a public table that is everybody."
                        ),
                        _(
                            "Write @ before a name, and whoever has it is told by mail as well, "
                            "unless they have turned that off."
                        ),
                    ],
                ),
                Answer(
                    "block",
                    _("I do not want to meet somebody again."),
                    [
                        _(
                            "Block them on their profile. You will not meet at new tables, by "
                            "invitation or in the chat, and they are not told. A game you are "
                            "already playing together goes on."
                        ),
                    ],
                ),
                Answer(
                    "report",
                    _("Somebody behaves badly. Whom do I tell?"),
                    [
                        _(
                            "Report them: from their profile, or a message from the chat, which "
                            "is then quoted as it was. Only moderators read reports, never the "
                            "person it is about. They can warn, silence or suspend somebody, and "
                            "you are told what came of it. Who is told of a decision can appeal."
                        ),
                    ],
                    ("fair_play", _("What players may expect of each other")),
                ),
            ],
        ),
        Section(
            "account-and-data",
            _("Your account"),
            [
                Answer(
                    "sign-in",
                    _("I have forgotten my password."),
                    [
                        _(
                            "You can have a code sent by mail and sign in with that, or set a new"
                            " password by the link below the field. Or add a passkey in the "
                            "settings: then a finger, a face or the PIN of your device is enough."
                        ),
                    ],
                    ("account_login", _("Sign in")),
                ),
                Answer(
                    "second-factor",
                    _("How do I keep others out of my account?"),
                    [
                        _(
                            "With a second factor: an app that shows codes, or a passkey. Keep "
                            "the recovery codes somewhere safe. “Sessions” lists the devices on "
                            "which you are signed in, and ends them."
                        ),
                    ],
                ),
                Answer(
                    "data",
                    _("What do you know about me, and how do I leave?"),
                    [
                        _(
                            "“My data” in the settings gives you everything that is stored about "
                            "you as a file. There is also the button that deletes your account "
                            "for good: bots play on for you, and your name disappears from all "
                            "tables."
                        ),
                    ],
                ),
                Answer(
                    "programs",
                    _("May a program of mine play?"),
                    [
                        _(
                            "Yes, with a personal token from the settings, and if those you play "
                            "with know about it. The address /api/v1/openapi.json describes what "
                            "it can ask."
                        ),
                    ],
                ),
            ],
        ),
    ],
)
