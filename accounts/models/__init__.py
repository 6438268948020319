"""The models of people, where Django finds them."""

from accounts.models.chat import Message
from accounts.models.friends import Friendship, Silence
from accounts.models.mail import Mail
from accounts.models.moderation import Act, Alert, Report, Warning  # noqa: A004
from accounts.models.tokens import Token
from accounts.models.users import (
    People,
    Preferences,
    User,
    address_confirm,
    check_time_zone,
    languages,
)

__all__ = [
    "Act",
    "Alert",
    "Friendship",
    "Mail",
    "Message",
    "People",
    "Preferences",
    "Report",
    "Silence",
    "Token",
    "User",
    "Warning",
    "address_confirm",
    "check_time_zone",
    "languages",
]
