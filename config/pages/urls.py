"""Addresses of the pages of the site itself."""

from django.urls import path

from config.pages import browsers, cards, views

urlpatterns = [
    path("help/", views.leaf, {"name": "help"}, name="help"),
    path("fair-play/", views.leaf, {"name": "fair-play"}, name="fair_play"),
    path("about/", views.leaf, {"name": "about"}, name="about"),
    path("contact/", views.contact, name="contact"),
    path("imprint/", views.imprint, name="imprint"),
    path("privacy/", views.privacy, name="privacy"),
    path("offline/", browsers.offline, name="offline"),
    path("manifest.webmanifest", browsers.manifest, name="manifest"),
    path("service-worker.js", browsers.service_worker, name="service_worker"),
    path("favicon.ico", browsers.favicon, name="favicon"),
    path("card.png", cards.site_card, name="site_card"),
    path("robots.txt", browsers.robots, name="robots"),
    path("sitemap.xml", browsers.sitemap, name="sitemap"),
    path("tables/<int:table_id>/card.png", cards.table_card, name="table_card"),
    path("games/<str:game>/card.png", cards.game_card, name="game_card"),
]
