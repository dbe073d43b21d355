"""The example of the rules: the first three turns of three players, up to the first who goes out.

What happens is what the example of the rulebooks tells; tiles and places are our own. The words are in rules/.
"""

from ludotheque.games.tsuro.editions import TsuroOptions

EXAMPLES = ("three_players",)
OPTIONS = TsuroOptions(players=3)
LINES = (
    "+12 +16 +33 +5 +7 +17 +18 +21 +22 a3.6 a2.6 b1.5",
    "a3=12r2 +1",
    "a2=7r2 +3",
    "b1=21r2 +8",
    "b3=33 +9",
    "b2=5r2 +13",
    "c1=18r2 +24",
    "c3=16r2 +27",
    "c2=17r1 +30",
    "d1=22 +9",
)
"""For each step of the example its moves, as docs/notation.md explains them; the first deals and places the markers."""
