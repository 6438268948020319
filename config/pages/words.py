"""What players may expect of each other, what this site is, and what it stores."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Rule
from config.pages.leaves import Answer, Leaf, Section

FAIR_PLAY = Leaf(
    "fair_play",
    _("Fair play"),
    _(
        "A table is a promise among people. This is what you may expect of the others, and they "
        "of you."
    ),
    [
        Section(
            Rule.TIME,
            Rule.TIME.label,
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Sit down where the pace suits you, and move within the time that was"
                            " agreed. If you cannot go on, give up rather than let the others "
                            "wait: a bot takes your seat and they can finish."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            Rule.TO_WIN,
            Rule.TO_WIN.label,
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Play as well as you can, for your own result. Do not help a friend "
                            "to win, do not punish somebody for another game, and make no deals "
                            "outside the table."
                        ),
                        _(
                            "One person has one seat at a table. Anybody who plays at the same "
                            "table with several accounts, or lets a program move without the "
                            "others knowing, is cheating."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            Rule.WORDS,
            Rule.WORDS.label,
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Say hello, say thank you for the game, and tease only people who "
                            "laugh about it. Insults, threats, advertising and attacks on "
                            "people for who they are have no place here."
                        ),
                        _("Beginners take longer and make odd moves. So did you."),
                    ],
                ),
            ],
        ),
        Section(
            Rule.SECRETS,
            Rule.SECRETS.label,
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Do not tell others what you hold, and do not look over a friend's "
                            "shoulder while you play at the same table. If you find an error that"
                            " shows more than it should, tell us instead of using it."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "moderators",
            _("When something goes wrong"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Report it; reports are read by people, and you are told what came "
                            "of yours. Moderators may warn, mute or suspend somebody, hide a "
                            "message, and stop or close a table. They never decide about their "
                            "own tables, and everything they do is recorded with its reason."
                        ),
                        _(
                            "If it is about you, you are told what was decided, why and until "
                            "when, on the site and by email. You can appeal once; if there is "
                            "another moderator, they answer rather than the one who decided."
                        ),
                    ],
                ),
            ],
        ),
    ],
)

ABOUT = Leaf(
    "about",
    _("About"),
    _("Sobremesa is Spanish for the time one stays at the table after the meal, talking."),
    [
        Section(
            "idea",
            _("What this is"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Board games with friends, move by move, over several days. Make "
                            "your move when you have a minute; the table waits, and tells "
                            "whoever is next."
                        ),
                        _(
                            "There is nothing to buy, nothing to collect and no advertising. No "
                            "page counts its visitors or asks another company for anything."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "games",
            _("The games"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "The site enforces the complete rules, with their variants. The "
                            "boards are our own drawings. Each game belongs to its authors and "
                            "publishers: if you like one, buy it and play it round a table."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "fairness",
            _("Chance and secrets"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Cards and dice come from a number that is fixed when a table "
                            "begins and that nobody sees. Your browser is never sent what you "
                            "may not know, so there is nothing to find out in it."
                        ),
                    ],
                ),
            ],
        ),
    ],
)

PRIVACY = Leaf(
    "privacy",
    _("Privacy"),
    _("What is stored about you here, why, and for how long."),
    [
        Section(
            "stored",
            _("What is stored"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Your name, your email address, your password in a form that "
                            "cannot be reversed, your settings, your seats and moves, what you "
                            "write in the chat and how far you have read it, your reports with "
                            "their answers, what moderators have decided about you, and your "
                            "appeals. Others see your name, how long you have been here, your "
                            "public tables and their results; how far you have read, if both "
                            "you and they show it; and, if they have an account, that you are "
                            "on the site right now, unless you hide it in the settings. Nobody "
                            "but you sees your address."
                        ),
                        _(
                            "For each device on which you are signed in: its network address, "
                            "the name its browser gives, and when it was last seen, so that "
                            "you can sign out what is not yours. Attempts to sign in are "
                            "counted for a few minutes, to prevent guessing."
                        ),
                        _(
                            "Moderators see which accounts are signed in from the same network "
                            "as yours, whether the browsers give the same name, and at how "
                            "many tables both sit: hints that one person may have several "
                            "accounts. They see neither your address nor your browser, and "
                            "nothing is stored for this beyond where you are signed in."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "cookies",
            _("Cookies"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Only those that the site needs: one that keeps you signed in, one "
                            "against forged forms, and those that remember the language and "
                            "the colours you have chosen. None of them is for advertising or "
                            "for tracking you."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "passing-on",
            _("Who gets it"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Nobody. All files come from this site. Emails go through the "
                            "operator’s mail server. If you want notices on a device, the "
                            "maker of its browser passes them on and cannot read them. If you "
                            "choose to sign in with an account on another site, that site "
                            "learns that you did."
                        ),
                    ],
                ),
            ],
        ),
        Section(
            "how-long",
            _("How long"),
            [
                Answer(
                    "",
                    "",
                    [
                        _(
                            "Until you delete it: “My data” in the settings gives you "
                            "everything as a file and deletes your account. Your moves stay, "
                            "without your name, because they are part of the others’ game, "
                            "too. Emails that were sent are deleted after 30 days. What "
                            "moderators did is kept for longer, with the names of that time. "
                            "When you sign in or out, or change how you do it, the server "
                            "notes it under a number that stands for you."
                        ),
                    ],
                ),
            ],
        ),
    ],
)
