"""Addresses of what is tried."""

from django.urls import path

from games.trying import views

HERE = "tables/<int:table_id>/what-if/<int:at>/"

urlpatterns = [
    path("tables/<int:table_id>/what-if/", views.begin, name="what_if"),
    path("tables/<int:table_id>/what-if/open", views.line_open, name="what_if_open"),
    path("tables/<int:table_id>/what-if/delete", views.line_delete, name="what_if_delete"),
    path("tables/<int:table_id>/what-if/plan-line", views.line_plan, name="what_if_plan_line"),
    path("tables/<int:table_id>/plan/delete", views.plan_delete, name="plan_delete"),
    path(HERE, views.what_if, name="what_if_at"),
    path(f"{HERE}live", views.live, name="what_if_live"),
    path(f"{HERE}moves", views.answer, name="what_if_answer"),
    path(f"{HERE}back", views.back, name="what_if_back"),
    path(f"{HERE}forward", views.forward, name="what_if_forward"),
    path(f"{HERE}again", views.again, name="what_if_again"),
    path(f"{HERE}draw", views.draw, name="what_if_draw"),
    path(f"{HERE}plan", views.plan, name="what_if_plan"),
    path(f"{HERE}keep", views.keep, name="what_if_keep"),
]
