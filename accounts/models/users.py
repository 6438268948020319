"""Users and their preferences."""

from __future__ import annotations

import zoneinfo
from collections.abc import Collection
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models, transaction
from django.db.models import Q, Value
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.names import KeptName, LookField
from accounts.names.allowed import LONGEST, check_name
from accounts.names.skeletons import skeleton
from config.web.isolates import isolated
from games.faces import COLOURS, MOTIFS, OF_PROGRAMS, Face, face_of
from games.telling.reading import zone_of


def languages() -> list[tuple[str, Any]]:
    """The site's languages as choices."""
    return list(settings.LANGUAGES)


def face_colours() -> list[tuple[str, Any]]:
    """Return the colours of faces as choices."""
    return list(COLOURS.items())


def face_motifs() -> list[tuple[str, Any]]:
    """Return the motifs of faces as choices."""
    return list(MOTIFS.items())


def check_time_zone(name: str) -> None:
    """Raise ValidationError for a time zone that does not exist."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no such time zone."), "time_zone")


def names_in(section: type[models.Model]) -> tuple[str, ...]:
    """Return the names of a section's preferences, in their order on pages."""
    return tuple(field.name for field in section._meta.local_fields)


class LookPreferences(models.Model):
    """Language, time zone and looks of the site for a user."""

    class Theme(models.TextChoices):
        AUTO = "auto", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Palette(models.TextChoices):
        USUAL = "usual", _("as drawn")
        DISTINCT = "distinct", _("easy to tell apart, also for colour-blind eyes")

    language = models.CharField(_("language"), max_length=10, choices=languages, blank=True)
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, validators=[check_time_zone]
    )
    theme = models.CharField(_("colours"), max_length=5, choices=Theme, default=Theme.AUTO)
    palette = models.CharField(
        _("colours of players and pieces"),
        max_length=10,
        choices=Palette,
        default=Palette.USUAL,
        db_default=Palette.USUAL,
    )

    class Meta:
        abstract = True


class FacePreferences(models.Model):
    """The face beside a user's name; what is left open is made from the name."""

    face_colour = models.CharField(
        _("colour of my picture"),
        max_length=10,
        choices=face_colours,
        blank=True,
        default="",
        db_default="",
    )
    face_motif = models.CharField(
        _("motif of my picture"),
        max_length=10,
        choices=face_motifs,
        blank=True,
        default="",
        db_default="",
    )

    class Meta:
        abstract = True


class PlayPreferences(models.Model):
    """Preferences at a table."""

    class Confirm(models.TextChoices):
        ALWAYS = "always", _("every move")
        FINAL = "final", _("moves that cannot be taken back")
        NEVER = "never", _("never")

    class NextOrder(models.TextChoices):
        OLDEST = "oldest", _("the one that has waited longest")
        LEAST_TIME = "least_time", _("the one with the least time left")

    confirm = models.CharField(
        _("ask me to confirm"), max_length=6, choices=Confirm, default=Confirm.FINAL
    )
    catch_up = models.BooleanField(
        _("show what has happened since my last turn when I come to a table"), default=True
    )
    shows_read = models.BooleanField(
        _(
            "show how far I have read chats to people who show it too, and show me "
            "how far they have read"
        ),
        default=False,
        db_default=False,
    )
    shows_here = models.BooleanField(
        _("show on the front page that I am here, to people who have an account"),
        default=True,
        db_default=True,
    )
    shows_ratings = models.BooleanField(
        _("show my ratings to others, and me among the best"), default=True, db_default=True
    )
    next_order = models.CharField(
        _("next table"), max_length=10, choices=NextOrder, default=NextOrder.OLDEST
    )

    class Meta:
        abstract = True


class NoticePreferences(models.Model):
    """The pace of notices about tables, for each channel."""

    class Pace(models.TextChoices):
        TURN = "turn", _("each time it is my turn")
        QUIET = "quiet", _("once for all tables, after a while")
        DIGEST = "digest", _("one digest a day")
        OFF = "off", _("none")

    Mails = Pace

    mails = models.CharField(_("emails"), max_length=6, choices=Pace, default=Pace.TURN)
    pushes = models.CharField(
        _("notices on devices"), max_length=6, choices=Pace, default=Pace.TURN
    )
    hooks = models.CharField(
        _("messages to a webhook"), max_length=6, choices=Pace, default=Pace.TURN
    )
    quiet_minutes = models.PositiveSmallIntegerField(
        _("minutes, if once for all tables"),
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(24 * 60)],
    )
    daily_hour = models.PositiveSmallIntegerField(
        _("Hour, if one digest a day"), default=8, validators=[MaxValueValidator(23)]
    )
    plan_news = models.BooleanField(
        _("tell me when a plan of mine is dropped"), default=True, db_default=True
    )
    chat_news = models.BooleanField(
        _(
            "tell me on devices and by webhook what is said at my tables; also by email if it "
            "mentions me (@Name)"
        ),
        default=True,
        db_default=True,
    )

    class Meta:
        abstract = True


class Preferences(LookPreferences, FacePreferences, PlayPreferences, NoticePreferences):
    """A user's preferences. They never change the rules of a game.

    A field of a section is all that declares one: its form, what is exported and what is
    administered are made of it.
    """

    class Meta:
        abstract = True


class People(UserManager["User"]):
    """Looks users up by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.alias(low=Lower("username")).get(low=Lower(Value(username or "")))

    def check_free(self, name: str, *, but: int | None = None) -> None:
        """Raise ValidationError for a name that looks like another user's, or like a kept one."""
        look = skeleton(name)
        alike = Q(look=look) | Q(look__startswith=f"{look}{LookField.MARK}")
        others = self.filter(alike).exclude(pk=but) if but else self.filter(alike)
        if others.exists():
            raise ValidationError(_("This name is taken, or looks like one that is."), "alike")
        if KeptName.is_kept(look, timezone.now()):
            raise ValidationError(
                _(
                    "Somebody who left had this name, or one that looks like it. It is "
                    "reserved for a while, so that nobody is mistaken for them."
                ),
                "kept",
            )

    @transaction.atomic
    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **more: Any
    ) -> User:
        """Make an administrator, whose address counts as confirmed so that they can sign in."""
        user = super().create_superuser(username, email, password, **more)
        address_confirm(user)
        return user


def address_confirm(user: User) -> None:
    """Mark a user's address as confirmed, as if they had followed the link in a mail."""
    from allauth.account.models import EmailAddress  # it imports this model

    if user.email:
        facts = {"verified": True, "primary": True}
        EmailAddress.objects.update_or_create(user=user, email=user.email.lower(), defaults=facts)


class User(Preferences, AbstractUser):
    """An account: a person's, or that of a program, which has an `owner`.

    The user name is the name that everybody sees; that of a program says that it is one.

    Triggers: `programs_follow` keeps the programs of somebody out, or lets them in, with them;
    `rights_lost` and `rights_gone`, `accounts_user_groups.rights_gone`,
    `accounts_user_user_permissions.rights_gone`, `auth_group_permissions.rights_gone`,
    `django_session.rights_lost` and `django_session.rights_gone` have the user's sockets judged;
    `devices_gone` and `django_session.all_gone` end what belongs to a session that has ended
    (docs/topics/outliving.md).
    """

    username = models.CharField(
        _("user name"),
        max_length=LONGEST,
        unique=True,
        validators=[check_name],
        error_messages={"unique": _("This name is taken.")},
    )
    look = LookField(editable=False, default="", db_default="")
    email = models.EmailField(_("email address"), blank=True)
    first_name = None  # type: ignore[assignment]  # nobody needs to know
    last_name = None  # type: ignore[assignment]

    is_guest = models.BooleanField(_("guest"), default=False)  # no confirmed address yet
    arrival = models.CharField(max_length=200, blank=True)  # the page a newcomer wanted to see

    confirm_by = models.DateTimeField(null=True, blank=True)  # or the account goes

    refused_address = models.EmailField(blank=True)  # permanently, by the mail server
    refused_because = models.CharField(max_length=200, blank=True)

    blocked = models.ManyToManyField(
        "self", symmetrical=False, related_name="blocked_by", blank=True
    )
    friendships = models.ManyToManyField(
        "self",
        through="accounts.Friendship",
        symmetrical=False,
        related_name="befriended_by",
        blank=True,
    )
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)
    owner = models.ForeignKey(
        "self",
        models.CASCADE,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        editable=False,
        related_name="programs",
    )
    warned = models.BooleanField(default=False)  # has unread warnings
    suspended_because = models.CharField(max_length=2_000, blank=True)

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.CheckConstraint(name="user_hour_of_a_day", condition=Q(daily_hour__lte=23)),
            models.CheckConstraint(
                name="user_guest_has_no_rights",
                condition=Q(is_guest=False) | Q(is_staff=False, is_superuser=False, email=""),
            ),
            models.CheckConstraint(
                name="user_program_is_named_one",
                condition=Q(owner=None)
                | Q(
                    username__regex=f"-({'|'.join(OF_PROGRAMS.values())})$",
                    email="",
                    is_guest=False,
                    is_staff=False,
                    is_superuser=False,
                ),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_unique",
                violation_error_message=_("This name is taken."),
            ),
            models.UniqueConstraint(
                fields=["look"],
                name="user_look_unique",
                condition=~Q(look=""),
                violation_error_message=_("This name is taken, or looks like one that is."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                condition=~Q(email=""),
                violation_error_message=_("This address belongs to another account."),
            ),
        ]
        indexes = [
            models.Index(
                fields=["last_login"], condition=Q(is_guest=True), name="user_guest_latest"
            )
        ]

    def __str__(self) -> str:
        return isolated(self.username)

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Judge the name only where it is a new one: who has a name keeps it when rules change."""
        left_out = set(exclude or ())
        same = User.objects.filter(pk=self.pk, username=self.username)
        if "username" not in left_out and same.exists():
            left_out.add("username")
        super().clean_fields(left_out)
        if "username" not in left_out:
            try:
                User.objects.check_free(self.username, but=self.pk)
            except ValidationError as error:
                raise ValidationError({"username": error}) from error

    def get_full_name(self) -> str:
        """The user name; parts of Django ask for a full name."""
        return self.username

    def get_short_name(self) -> str:
        """The user name; parts of Django ask for a short name."""
        return self.username

    @property
    def face(self) -> Face:
        """The face beside the name."""
        return face_of(self.username, Face(self.face_colour, self.face_motif))

    @property
    def is_program(self) -> bool:
        """Return True if a program plays under this name."""
        return self.owner_id is not None

    @property
    def is_muted(self) -> bool:
        """Whether the user may not write in chats now."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_suspended(self) -> bool:
        """Whether the user may not sign in or act now."""
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def mail_problem(self) -> str:
        """Why no more mails are sent to the user's current address; empty if they are."""
        return self.refused_because if self.email and self.refused_address == self.email else ""

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The user's time zone; the site's if they chose none or it no longer exists."""
        return zone_of(self)
