"""Addresses of tables."""

from django.urls import path

from games.page import views

urlpatterns = [
    path("tables/<int:table_id>/", views.table, name="table"),
    path("tables/<int:table_id>/miniature.svg", views.miniature, name="table_miniature"),
    path("tables/<int:table_id>/live", views.live, name="table_live"),
    path("tables/<int:table_id>/moves", views.answer, name="table_answer"),
    path("tables/<int:table_id>/undo", views.undo, name="table_undo"),
    path("tables/<int:table_id>/resign", views.resign, name="table_resign"),
    path("tables/<int:table_id>/orders", views.orders, name="table_orders"),
    path("tables/<int:table_id>/return", views.come_back, name="table_return"),
]
