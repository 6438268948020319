"""The album: every page and every board as a browser draws it, to look through by eye.

`world` makes what is shown, `pages` lists it, `camera` takes the pictures, `sheet` binds them. A
small part of it stands in the tree as a baseline, see `baseline`.
"""
