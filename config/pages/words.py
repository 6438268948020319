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
                            "One person has one seat at a table. Who plays with several accounts "
                            "at the same table, or lets a program move without the others "
                            "knowing, cheats."
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
                            "Say hello, say thank you for the game, and tease only those who "
                            "laugh about it. Insults, threats, advertising, and what drags people"
                            " down for who they are have no place here."
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
                            "Report it; reports are read by people, and you are told what came of "
                            "yours. Moderators may warn, silence or suspend somebody, hide a "
                            "message, and stop or close a table. They never decide about their "
                            "own tables, and every act of theirs is kept with its reason."
                        ),
                        _(
                            "If it is about you, you are told what was decided, why and until "
                            "when, on the site and by mail. You can appeal once; another "
                            "moderator than the one who decided answers, where there is one."
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
                            "Board games with friends, move by move, over days. You make your "
                            "move when you have a minute; the table waits, and tells whoever is "
                            "next."
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
                            "The rules are enforced by the site, whole, with their variants. The "
                            "boards are drawings of our own. Each game belongs to its authors and"
                            " publishers: if you like one, buy it and play it round a table."
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
                            "Cards and dice come from a number that is fixed when a table begins "
                            "and that nobody sees. Your browser is never sent what you may not "
                            "know, so there is nothing in it to be found out."
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
                            "Your name, your email address, your password in a form that cannot "
                            "be turned back, your settings, your seats and moves, what you write "
                            "in the chat and up to where you have read it, your reports with "
                            "their answers, what moderators have decided about you, and your "
                            "appeals. "
                            "Others see your name, since when you are here, your public tables "
                            "and their results; up to where you have read if you and they show "
                            "it; if they have an account, that you are on the site just now, "
                            "unless you hide it in the settings; nobody but you sees your address."
                        ),
                        _(
                            "For each device on which you are signed in: its address in the "
                            "network, what its browser calls itself, and when it was last seen, "
                            "so that you can end what is not yours. Attempts to sign in are "
                            "counted for some minutes, against guessing."
                        ),
                        _(
                            "Moderators see which accounts are signed in from the same network "
                            "as yours, whether the browsers call themselves alike, and at how "
                            "many tables both sit: hints that one person may have several "
                            "accounts. They see neither your address nor your browser, and "
                            "nothing is kept for it beyond where you are signed in."
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
                            "against forged forms, and those that keep the language and the "
                            "colours you have chosen. None of them is for advertising or for "
                            "following you."
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
                            "operator's mail server. If you want notices on a device, the maker "
                            "of its browser passes them on and cannot read them. If you choose to "
                            "sign in with an account of another site, that site learns that you "
                            "did."
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
                            "Until you delete it: “My data” in the settings gives you everything "
                            "as a file and deletes your account. Your moves stay, without your "
                            "name, because they are also the game of the others. Emails that were "
                            "sent are deleted after 30 days. What moderators did is kept for "
                            "longer, with the names of that time. When you sign in or out, or "
                            "change how you do, the server notes it by a number that stands for "
                            "you."
                        ),
                    ],
                ),
            ],
        ),
    ],
)
