"""Addresses of what the operators say to everybody."""

from django.urls import path

from accounts.announcing import views

urlpatterns = [path("news/put-away/", views.put_away, name="news_put_away")]
