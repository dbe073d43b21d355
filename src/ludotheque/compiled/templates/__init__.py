"""Loops over games, written once and compiled for every kernel.

No module in here is imported: `Kernel.specialise` loads a copy for each kernel, whose functions are globals of it.
"""
