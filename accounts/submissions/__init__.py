"""Forms count once, however often they are sent."""
