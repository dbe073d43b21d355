"""The rules of Turris as a page to read, under the options of one game. What is enforced is in rules.py."""

from ludotheque.games.turris.options import BLOCKS, COLOURS, PLY_LIMIT, TurrisOptions

_PAGE = """\
# Turris

Two players, one tower. Build it together, block by block, so that your own colour covers the largest unbroken areas:
on each of the four sides, and on the roof.

## What you need

{blocks} white and {blocks} black blocks, each as long as two cubes. The tower stands on a plan of three by three
columns, `a1` to `c3`; `b2` is the middle. Levels are counted from 1 at the ground and have nine cells each. A block
lies in two neighbouring cells of one level, or it stands in one column and fills two levels.

## Your turn

{first} Players alternate. On your turn you add one block of your colour to the tower:

- **a) Contact.** It shares a face with a block that is already there. The very first block has nothing to touch.
- **b) Support.** All of it rests on the ground or on other blocks. Nothing hangs over, nothing bridges a gap.
- **c) Standing.** A standing block has a neighbour at its side, on at least one of its two levels. Resting on a block
  is not enough. The very first block is excused.
- **d) Lying.** Above the ground, a lying block connects two different blocks underneath. Covering one lying block
  exactly is not allowed. On the ground, contact is all it takes.
- **e) Three open levels.** No more than three levels may be unfinished. Until the lowest of them is complete, nothing
  goes higher than two levels above it.
- **f) The middle.** A cell of the middle column may be filled only if its level already has something around the
  middle. A standing block needs this on both its levels, and no block can be its own reason.

## The bonus

Fill the middle, with a standing block or with half of a lying one, and you have earned a bonus. Choose one:

- **Place** another block, by the same rules. {chains}
- **Take off** a block of your opponent and give it back to them. Three kinds of blocks are safe: the one that your
  opponent placed last, any block with another one on top of it, and any block without which more than three levels
  would be unfinished. Your opponent may not use the two cells that you emptied during the whole of their next turn.
- **Decline** it.

## When you cannot place

Then you pass, and if you were stuck only because of freshly emptied cells, those are open again afterwards. With no
blocks left you pass as well, and your opponent keeps building.

## The end

The game is over when every block is in the tower. A bonus earned with the very last block is still played out.
(Should neither player be able to place, or should {limit} blocks have been placed in one game, it ends there and
then.)

Look at the tower straight from each of its four sides and from above. What counts is what you see: a block further
back fills the gap between those in front, and squares that touch in the view belong together, whatever their
distance. In each view you score your largest connected area, one point a square; corners do not connect. Add up the
five views. The higher sum wins, and equal sums are a draw.

## Where the printed rules leave a choice

They do not say whether a bonus can be declined, whether bonus blocks earn bonuses, whether covered blocks can be
taken out, what happens to a player who cannot place, or how ties are broken. This page says how it is done here.
Whether bonuses chain, and who begins, are options of the game.
"""


def write_rulebook(options: TurrisOptions) -> str:
    """Explain the rules under these options, as Markdown."""
    return _PAGE.format(
        blocks=BLOCKS,
        limit=PLY_LIMIT,
        first="Chance decides who begins." if options.first not in COLOURS else f"{options.first.capitalize()} begins.",
        chains="If it fills the middle again, it earns another bonus."
        if options.bonus_chains
        else "It earns no further bonus, even in the middle.",
    )
