"""The command line, one module a command; it knows no particular game, only what games say of themselves.

A command's `register` adds its parser; its `run` carries it out and returns the exit code.
"""
