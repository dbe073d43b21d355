"""Bots at a table, and the processes in which they search."""
