"""Day, month, year, and the 24 hours of a clock."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "d/m/Y"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
FIRST_DAY_OF_WEEK = 1
