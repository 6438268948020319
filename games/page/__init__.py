"""A table as HTML, drawn part by part."""
