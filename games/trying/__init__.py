"""What if: moves tried on one's own copy of what one knows. Nobody else hears of it."""
