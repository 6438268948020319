"""Addresses of tables."""

from django.urls import path

from games.page import catching_up, clock_views, earlier, fairness, views

urlpatterns = [
    path("tables/<int:table_id>/", views.table, name="table"),
    path("tables/<int:table_id>/miniature.svg", views.miniature, name="table_miniature"),
    path("tables/<int:table_id>/live", views.live, name="table_live"),
    path("tables/<int:table_id>/earlier", earlier.lines, name="table_earlier"),
    path("tables/<int:table_id>/since", catching_up.since, name="table_since"),
    path("tables/<int:table_id>/shown", catching_up.shown, name="table_shown"),
    path("tables/<int:table_id>/moves", views.answer, name="table_answer"),
    path("tables/<int:table_id>/undo", views.undo, name="table_undo"),
    path("tables/<int:table_id>/resign", views.resign, name="table_resign"),
    path("tables/<int:table_id>/orders", views.orders, name="table_orders"),
    path("tables/<int:table_id>/ordered", views.ordered, name="table_ordered"),
    path("tables/<int:table_id>/planned", views.planned, name="table_planned"),
    path("tables/<int:table_id>/clock/", clock_views.clock, name="table_clock"),
    path("tables/<int:table_id>/clock/answer/", clock_views.answer, name="table_clock_answer"),
    path("tables/<int:table_id>/fairness/", fairness.fairness, name="table_fairness"),
    path("tables/<int:table_id>/proof.json", fairness.proof_file, name="table_proof"),
    path("tables/<int:table_id>/words.txt", fairness.in_words, name="table_words"),
    path("tables/<int:table_id>/return", views.come_back, name="table_return"),
]
