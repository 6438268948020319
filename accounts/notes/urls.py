"""Addresses of private notes."""

from django.urls import path

from accounts.notes import views

urlpatterns = [
    path("tables/<int:table_id>/notes/", views.notes, name="notes"),
    path("tables/<int:table_id>/notes/keep/", views.note_table, name="note_table"),
    path("accounts/people/<str:name>/note/", views.note_person, name="note_person"),
]
