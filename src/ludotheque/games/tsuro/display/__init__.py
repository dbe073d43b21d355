"""Tsuro as people see it: pictures, words, and what a browser needs to draw it."""
