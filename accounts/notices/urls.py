"""Addresses under `accounts/` about notices."""

from django.urls import path

from accounts.notices import views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/tables/", views.paces, name="notices_tables"),
    path("notices/feeds/", views.feeds_change, name="notices_feeds"),
    path("notices/devices/", views.device_add, name="device_add"),
    path("notices/devices/renew/", views.device_renew, name="device_renew"),
    path("notices/devices/<int:device_id>/remove/", views.device_remove, name="device_remove"),
    path("notices/hook/", views.hook_change, name="hook_change"),
    path("notices/hook/try/", views.hook_try, name="hook_try"),
    path("feeds/<str:secret>/deadlines.ics", views.feed_deadlines, name="feed_deadlines"),
    path("feeds/<str:secret>/tables.atom", views.feed_tables, name="feed_tables"),
]
