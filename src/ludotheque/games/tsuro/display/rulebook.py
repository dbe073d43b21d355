"""The rules as told to a player, under the options that are played. The full rules are in docs/rules/tsuro.md."""

from ludotheque.games.tsuro.setup import Setup


def write_rulebook(setup: Setup) -> str:
    """Explain the game as Markdown."""
    options, size = setup.options, setup.board.size
    parts = [
        f"# Tsuro, {options.rules.title} edition, {setup.seats} players",
        "Everybody has a path that grows tile by tile. Keep yours on the board longer than the others keep theirs.",
        "## Start",
        f"The board is {size}×{size}. Everybody gets three of {len(setup.tiles)} tiles; the others are the pile. "
        + _start(setup),
        "## Your turn",
        (
            "Your marker looks at an empty square: lay one of your tiles there, turned as you like. Your marker, and "
            "every other marker that now has a way on, follows its path as far as it goes. After that, draw."
        ),
    ]
    if setup.markers > setup.seats:
        parts.append(
            "You have two markers and one hand. In a turn you play for one of them, then for the other, in the order "
            "you like. You are out when both are."
        )
    parts += ["## Out", _out(setup), "## Drawing", *_drawing(setup)]
    if setup.has_bonus:
        parts += [
            "## Bonus",
            (
                "If your tile puts others out and you stay in, you see their tiles and may swap as many of yours for "
                "as many of theirs as you like."
            ),
        ]
    parts += [
        "## The end",
        (
            "The last player on the board wins. Players who go out together as the last ones share the win, and so do "
            "all who are still in when nobody has a tile left."
        ),
        "## Moves in writing",
        _notation(setup),
    ]
    if setup.starts_on_sides and not options.tiles:
        parts.append(
            "*No list of the 64 Kosmos tiles is known. Ours is a reconstruction: every tile once and 29 of them twice. "
            "If you own the game, give your own list by the option `tiles`.*"
        )
    return "\n\n".join(parts)


def _start(setup: Setup) -> str:
    if setup.starts_on_sides:
        return (
            "In turn you choose an outer side of a square on the rim and put your marker at its middle. When the first "
            "tile reaches it, you choose which of the two paths beside it to follow, even if the tile is not yours."
        )
    return "In turn you put your marker on a free notch of the rim."


def _out(setup: Setup) -> str:
    ways = "A marker whose path leads over the edge is out. Two markers whose paths become one are both out."
    if not setup.bans_edge:
        return f"{ways} You may put yourself out. The tiles of a player who is out leave the game."
    also = " or collides" if setup.bans_collision else ""
    return (
        f"{ways} You may not play a tile by which your own marker goes over the edge{also}, unless everything that you "
        "could play puts you out. The tiles of a player who is out go back to the pile."
    )


def _drawing(setup: Setup) -> list[str]:
    parts = ["After your turn you draw one tile, as long as there are any. Nobody ever holds more than three."]
    if setup.has_dragon:
        parts.append(
            "Who finds the pile empty takes the dragon tile, if it lies beside the board. When tiles come back, "
            "drawing goes round one by one and begins with the dragon's holder, who hands it back; without a holder it "
            "begins with the player whose turn it is. If tiles run out again, the first who goes without takes the "
            "dragon. When its holder goes out, it passes to the next player who has fewer than three tiles."
        )
    if setup.options.pass_the_pile:
        parts.append("Whoever is to play has the pile before them, with the dragon tile at its bottom.")
    parts.append("Who has no tile is skipped.")
    return parts


def _notation(setup: Setup) -> str:
    place = "`a1s` starts on the bottom side of a1" if setup.starts_on_sides else "`a1.5` starts at port 5 of a1"
    marker = "; `A:` or `B:` in front says for which marker" if setup.markers > setup.seats else ""
    port = "; `>5` behind it enters by port 5" if setup.starts_on_sides else ""
    swap = "; `3,8<>12,30` gives 3 and 8 for 12 and 30, `keep` swaps nothing" if setup.has_bonus else ""
    return (
        f"{place}. `b3=12r1` lays tile 12 on b3, one quarter turn clockwise{marker}{port}{swap}. Ports are numbered "
        "clockwise: 0 1 on top, 2 3 right, 4 5 at the bottom (from the right), 6 7 left (from below)."
    )
