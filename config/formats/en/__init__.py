"""English, as in Britain: the spelling of the site is British, so its dates are too."""
