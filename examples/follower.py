"""A Channels consumer that follows a table through the channel layer.

The site itself has none (docs/topics/channels.md): this is for an app of your own. Its address
stands in `config/asgi.py` beside the others, so that a session or a token says who asks:

    path("ws/follow/<int:table_id>/", Follower.as_asgi())
"""

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.http import Http404

from config.web.closing import NOT_FOUND
from games.storing.rows import table_group
from games.telling.selectors import table_for


class Follower(AsyncJsonWebsocketConsumer):
    """Tells at once, and after each change, how far a table is."""

    async def connect(self):
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.group = table_group(self.table_id)
        await self.accept()
        # Joined before the table is read: a change in between is told twice, and never missed.
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.tell()

    async def disconnect(self, code):
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def tell(self):
        """Read the table as this user may see it now, or close: they may see it no longer."""
        try:
            table = await database_sync_to_async(table_for)(self.scope["user"], self.table_id)
        except Http404:
            await self.close(NOT_FOUND)
        else:
            await self.send_json({"number": table.number, "status": table.status})

    async def table_moved(self, message):
        await self.tell()

    async def layer_resync(self, message):
        await self.tell()  # something may have been missed
