"""Requests as an ASGI application: gathered, then answered by Django's WSGI in threads.

Threads are five times cheaper than Django's own ASGI.
"""

import sys

from config.web.gathering import Gathered
from config.web.health import Probed
from config.web.limits import REQUESTS_AT_ONCE, THREADS
from config.web.overload import Bounded
from config.web.threads import TURN, InThreads
from config.wsgi import application as pages

sys.setswitchinterval(TURN)
requests = Gathered(Bounded(InThreads(pages, threads=THREADS), most=REQUESTS_AT_ONCE))
application = Probed(requests, begins=True)
