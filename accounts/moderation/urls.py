"""Addresses under `moderation/`."""

from django.urls import path

from accounts.moderation import room

app_name = "moderation"
urlpatterns = [
    path("", room.queue, name="queue"),
    path("find/", room.find, name="find"),
    path("acts/", room.acts, name="acts"),
    path("acts/<int:act_id>/undo/", room.undo, name="undo"),
    path("answers/", room.answers, name="answers"),
    path("answers/<int:answer_id>/", room.answer, name="answer"),
    path("reports/<int:report_id>/", room.matter, name="matter"),
    path("appeals/<int:appeal_id>/", room.appeal, name="appeal"),
    path("people/<int:user_id>/", room.person, name="person"),
    path("messages/<int:message_id>/", room.message, name="message"),
    path("tables/<int:table_id>/", room.table, name="table"),
]
