"""The models of tables, where Django finds them."""

from games.models.advice import Analysis, Thought
from games.models.agreed import TIMES, clock_of
from games.models.lessons import LessonProgress
from games.models.log import LogEntry
from games.models.plans import LONGEST_NAME, MOST_STUDIES, Plan, Study
from games.models.ratings import RatedSeat, Rating
from games.models.seats import Seat, Tenure
from games.models.tables import BIGGEST, Table, invitation_token
from games.models.time import REMIND_AT, Heartbeat, Life, Outage, OwnTime

__all__ = [
    "BIGGEST",
    "LONGEST_NAME",
    "MOST_STUDIES",
    "REMIND_AT",
    "TIMES",
    "Analysis",
    "Heartbeat",
    "LessonProgress",
    "Life",
    "LogEntry",
    "Outage",
    "OwnTime",
    "Plan",
    "RatedSeat",
    "Rating",
    "Seat",
    "Study",
    "Table",
    "Tenure",
    "Thought",
    "clock_of",
    "invitation_token",
]
