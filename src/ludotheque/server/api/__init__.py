"""The HTTP under /api: one module a subject. Whatever is decided about a game or a table is decided elsewhere."""
