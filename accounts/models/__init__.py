"""The models of people, where Django finds them."""

from accounts.models.announcements import Announcement
from accounts.models.archives import Archive
from accounts.models.chat import ChatRead, Message
from accounts.models.doors import DoorQuestion
from accounts.models.friends import Friendship, Silence
from accounts.models.letters import Letter
from accounts.models.moderation import (
    Act,
    Alert,
    Appeal,
    Decision,
    ReadyAnswer,
    Remark,
    Report,
    Rule,
)
from accounts.models.names import KeptName
from accounts.models.notes import Note
from accounts.models.notices import (
    Channel,
    Device,
    Feed,
    Hook,
    Notice,
    PutOff,
    Seen,
    Sweep,
    TablePace,
)
from accounts.models.staff import StaffEntry
from accounts.models.submissions import Submission
from accounts.models.tokens import Token
from accounts.models.users import (
    FacePreferences,
    LookPreferences,
    NoticePreferences,
    People,
    PlayPreferences,
    Preferences,
    User,
    address_confirm,
    check_time_zone,
    languages,
)

__all__ = [
    "Act",
    "Alert",
    "Announcement",
    "Appeal",
    "Archive",
    "Channel",
    "ChatRead",
    "Decision",
    "Device",
    "DoorQuestion",
    "FacePreferences",
    "Feed",
    "Friendship",
    "Hook",
    "KeptName",
    "Letter",
    "LookPreferences",
    "Message",
    "Note",
    "Notice",
    "NoticePreferences",
    "People",
    "PlayPreferences",
    "Preferences",
    "PutOff",
    "ReadyAnswer",
    "Remark",
    "Report",
    "Rule",
    "Seen",
    "Silence",
    "StaffEntry",
    "Submission",
    "Sweep",
    "TablePace",
    "Token",
    "User",
    "address_confirm",
    "check_time_zone",
    "languages",
]
