"""Addresses of what is tried."""

from django.urls import path

from games.trying import study_views, views

BOARD = "tables/<int:table_id>/what-if/"
HERE = f"{BOARD}<int:at>/"
SHARED = f"{BOARD}shared/<str:key>/"

urlpatterns = [
    path(BOARD, views.begin, name="what_if"),
    path(f"{BOARD}open", study_views.study_open, name="study_open"),
    path(f"{BOARD}share", study_views.study_share, name="study_share"),
    path(f"{BOARD}unshare", study_views.study_unshare, name="study_unshare"),
    path(f"{BOARD}delete", study_views.study_delete, name="study_delete"),
    path(f"{BOARD}plan-study", study_views.study_plan, name="study_plan"),
    path("tables/<int:table_id>/plan/delete", views.plan_delete, name="plan_delete"),
    path(f"{HERE}keep", study_views.keep, name="what_if_keep"),
    path(f"{HERE}plan", views.plan, name="what_if_plan"),
]
for start, name in ((HERE, "what_if_at"), (SHARED, "what_if_shared")):
    urlpatterns += [
        path(start, views.what_if, name=name),
        path(f"{start}live", views.live, name=f"{name}_live"),
        path(f"{start}moves", views.answer, name=f"{name}_answer"),
        path(f"{start}back", views.back, name=f"{name}_back"),
        path(f"{start}forward", views.forward, name=f"{name}_forward"),
        path(f"{start}go", views.go, name=f"{name}_go"),
        path(f"{start}remove", views.remove, name=f"{name}_remove"),
        path(f"{start}note", views.note, name=f"{name}_note"),
        path(f"{start}draw", views.draw_anew, name=f"{name}_draw"),
    ]
