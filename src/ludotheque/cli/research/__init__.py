"""Commands for bots and studies: many games at once, and games of your own."""
