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
                            "Choose a game in the lobby and play against bots: the table "
                            "starts at once, and you can think as long as you like. The board "
                            "lights up everything you can do, and the panel tells you what to "
                            "decide."
                        ),
                    ],
                    ("lobby", _("To the lobby")),
                ),
                Answer(
                    "account",
                    _("Do I need an account?"),
                    [
                        _(
                            "Not to start with. “Play against bots” or a friend’s link lets "
                            "you sit down as a guest, under a name we give you. With an "
                            "account you have your tables on every device, and you can write "
                            "in the chat, invite people and add friends. All it takes is a "
                            "name, an email address and a password."
                        ),
                        _(
                            "You can turn a guest into an account in one step, and your tables "
                            "stay. A guest who stays away for a month is forgotten; finished "
                            "tables stay. To watch public tables you need nothing at all."
                        ),
                    ],
                ),
                Answer(
                    "learn",
                    _("How do I learn a game?"),
                    [
                        _(
                            "Every game has lessons that take a few minutes, on the real board "
                            "and without an account, and rules with pictures of real "
                            "positions. Both are on the game’s page. At a table, “Rules” opens "
                            "the rules at the place that explains your question."
                        ),
                    ],
                ),
                Answer(
                    "open",
                    _("How do I start a table for my friends?"),
                    [
                        _(
                            "Choose the game in the lobby and start a table: how many seats, "
                            "which options, how much time for a move, and whether it is "
                            "private. Then invite people by name or by email address, or send "
                            "them the link or its QR code. The table begins when all seats are "
                            "taken, or earlier if you say so."
                        ),
                        _(
                            "Until then you can withdraw an invitation, remove somebody from "
                            "the table, and change everything but the game: the people who sit "
                            "there see what has changed and have to agree. After a game, "
                            "“Rematch” invites the same people, and everybody moves on by one "
                            "seat."
                        ),
                    ],
                ),
                Answer(
                    "colours",
                    _("Which colour do I play?"),
                    [
                        _(
                            "Where a game lets its players choose, you are asked when you "
                            "start a table or sit down: first come, first served. Until the "
                            "game begins you can change your choice on the table’s page. If "
                            "you choose none, you get what is left, and so do bots."
                        ),
                    ],
                ),
                Answer(
                    "friends",
                    _("What are friends for?"),
                    [
                        _(
                            "Two people are friends once both have agreed, on the profile of "
                            "either. Your friends’ open tables come first in the lobby, and "
                            "you may watch private tables where a friend sits, if the host "
                            "allows it."
                        ),
                    ],
                ),
                Answer(
                    "link",
                    _("I got a link. What now?"),
                    [
                        _(
                            "Open it and sit down: you can play as a guest at once, or create "
                            "an account first and then come back to the table."
                        ),
                    ],
                ),
                Answer(
                    "private",
                    _("What does “private” mean?"),
                    [
                        _(
                            "A private table is not shown in the lobby. Only the people who "
                            "sit there can open its page, read its chat and look back at it; "
                            "you get in with an invitation or its link. Moderators can look at "
                            "it if something is reported."
                        ),
                        _(
                            "All other tables are public: everybody may watch, but they see "
                            "only what is open to all. Cards in hand and other secrets stay "
                            "with the people who hold them."
                        ),
                    ],
                ),
                Answer(
                    "bots",
                    _("What does a bot do?"),
                    [
                        _(
                            "A bot takes a seat like a person and answers at once. It plays by "
                            "the same rules and knows only what somebody in its seat would "
                            "know. Bots can fill seats when you start a table, and they take "
                            "over for anybody who is away too long or has given up."
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
                            "One for each turn that has waited a little, one for all tables "
                            "after a while, one digest a day, or none: you choose in the "
                            "settings, for all tables or for a single one, and the same goes "
                            "for notices on your devices. Every email has a link that stops "
                            "them with one click, without signing in."
                        ),
                    ],
                    ("notices", _("Settings")),
                ),
                Answer(
                    "no-mail",
                    _("No email has arrived. Why?"),
                    [
                        _(
                            "Check your spam folder first. If your provider has refused an "
                            "email, every page tells you so; enter another address in the "
                            "settings, or say that it works again."
                        ),
                    ],
                ),
                Answer(
                    "chat",
                    _("Who reads the chat?"),
                    [
                        _(
                            "The players at the table can write. Everybody who may watch can "
                            "read: at a public table that is everybody."
                        ),
                        _(
                            "Write @ in front of a name, and that person also gets an email, "
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
                            "Report them from their profile, or report a message in the chat, "
                            "which is then quoted as it was. Only moderators read reports, "
                            "never the person they are about. They can warn, mute or suspend "
                            "somebody, and you are told what came of it. Anybody a decision is "
                            "about can appeal."
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
                            "You can have a code sent by email and sign in with that, or set a "
                            "new password with the link below the field. For next time, add a "
                            "passkey in the settings: then your fingerprint, your face or the "
                            "PIN of your device is enough."
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
                            "the recovery codes somewhere safe. “Signed in” lists the devices "
                            "on which you are signed in, and lets you sign them out."
                        ),
                    ],
                ),
                Answer(
                    "data",
                    _("What do you know about me, and how do I leave?"),
                    [
                        _(
                            "“My data” in the settings gives you everything that is stored "
                            "about you as a file. You can also delete your account for good "
                            "there: bots play on for you, and your name disappears from all "
                            "tables."
                        ),
                    ],
                ),
                Answer(
                    "programs",
                    _("May I let a program play for me?"),
                    [
                        _(
                            "Yes, with a personal token from the settings, if the people you "
                            "play with know about it. The address /api/v1/openapi.json "
                            "describes what it can do."
                        ),
                    ],
                ),
            ],
        ),
    ],
)
