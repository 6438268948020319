"""The album: every page and every board as a browser draws it, to look through by eye.

`world` makes what is shown, `pages` lists it, `camera` takes the pictures, `sheet` puts them on one
page. A small part of it is committed as a baseline, see `baseline`.
"""
