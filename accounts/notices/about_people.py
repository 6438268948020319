"""The kinds of notices that no table says: whoever does the deed owes them."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext_lazy as _

from accounts.models import Channel, Decision, Report
from accounts.notices.kind import EVER, Kind
from accounts.notices.registry import register
from accounts.notices.writing import Words
from accounts.people.decisions import NEWS, OUTCOMES, SENTENCES, link_to
from accounts.people.rights import is_moderator
from config.web.addresses import address_of
from config.web.isolates import isolated
from games.models import Table
from games.telling.wording import title_of


@register
class InvitationNotice(Kind):
    """Another user invites them to a table, at once."""

    name = "invitation"
    label, paces = _("invitation"), EVER

    def holds(self) -> bool:
        """Return whether the table is still open."""
        table = self.notice.table
        return table is not None and table.status == Table.Status.OPEN

    def say(self) -> Words | None:
        """Return who invites to which game."""
        table, host = self.notice.table, isolated(self.notice.facts["host"])
        if table is None:
            return None
        title, url = title_of(table.rules), address_of("waiting_room", table.pk)
        subject = _("{name} invites you to {game}").format(name=host, game=title)
        return Words(subject, url, self.name, {"title": title, "host": host})


@register
class Decided(Kind):
    """Moderators have decided about them, at once: what, why, until when, and how to appeal; also
    when that is lifted, or their appeal is answered.
    """

    name = "decided"
    label, paces = _("moderators have decided about me"), EVER
    is_urgent = is_for_halts = True

    @cached_property
    def decision(self) -> Decision | None:
        """The decision, if it is still kept."""
        decisions = Decision.objects.filter(pk=self.notice.facts["decision"], user=self.user)
        return decisions.select_related("appeal").first()

    def holds(self) -> bool:
        """Return whether the decision is still kept."""
        return self.decision is not None

    def say(self) -> Words | None:
        """Return what was decided, or what has become of it."""
        decision, news = self.decision, self.notice.facts["news"]
        if decision is None:
            return None
        subject = str(NEWS.get(news) or SENTENCES[decision.kind])
        appeal = getattr(decision, "appeal", None)
        facts = {
            "subject": subject,
            "decision": decision,
            "news": news,
            "rule": decision.get_rule_display(),
            "answer": appeal.answer if appeal and news in ("granted", "upheld") else "",
        }
        return Words(subject, link_to(decision), self.name, facts, isolated(decision.text))


@register
class Heard(Kind):
    """A report of theirs was settled or dismissed, at once."""

    name = "heard"
    label, paces = _("a report of mine was looked at"), EVER
    is_for_halts = True

    @cached_property
    def report(self) -> Report | None:
        """The report, if it is still closed."""
        closed = Report.objects.filter(reporter=self.user).exclude(status=Report.Status.OPEN)
        return closed.filter(pk=self.notice.facts["report"]).first()

    def holds(self) -> bool:
        """Return whether the report is still closed."""
        return self.report is not None

    def say(self) -> Words | None:
        """Return what came of it."""
        report = self.report
        if report is None:
            return None
        subject, outcome = _("Your report was looked at"), str(OUTCOMES[report.status])
        facts = {"report": report, "outcome": outcome}
        return Words(str(subject), address_of("own_matters"), self.name, facts, outcome)


@register
class Moderation(Kind):
    """A report was made or a table frozen: to moderators within a minute, at most one in ten
    minutes.
    """

    name = "moderation"
    label, paces = _("something is waiting for the moderators"), EVER
    channels = (Channel.MAIL,)
    is_for_halts = True

    def holds(self) -> bool:
        """Return whether its reader still is a moderator."""
        return is_moderator(self.user)

    def say(self) -> Words:
        """Return what waits, line by line."""
        lines, subject = self.notice.facts["lines"], _("Something is waiting for the moderators")
        return Words(str(subject), lines[0]["url"], self.name, {"lines": lines})
