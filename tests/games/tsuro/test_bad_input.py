"""Bad input to Tsuro is refused with the reason, and nothing changes."""

from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import IllegalMove, OptionError
from ludotheque.games.tsuro.editions import MOST_TILES, TsuroOptions
from ludotheque.games.tsuro.state import ChoosePort, DrawTile, PlaceMarker, PlayTile
from tests.games.tsuro.positions import STRAIGHT, draw_all, play, spot, stand, tsuro


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"edition": "ravensburger"}, "edition must be one of calliope, davinci, kosmos, not 'ravensburger'"),
        ({"players": 1}, "players must be a whole number from 2 to 8, not 1"),
        ({"players": 9}, "players must be a whole number from 2 to 8, not 9"),
        ({"players": "3"}, "players must be a whole number from 2 to 8, not '3'"),
        ({"players": 3.0}, "players must be a whole number from 2 to 8, not 3.0"),
        ({"players": True}, "not True"),
        ({"players": None}, "not None"),
        ({"edition": None}, "not None"),
        ({"board": "phoenix"}, "board must be usual in Calliope, which has only one"),
        (
            {"edition": "kosmos", "players": 6, "board": "phoenix"},
            r"board phoenix \(6×6\) is for up to 4 players, not 6",
        ),
        ({"board": 7}, "board must be one of usual, phoenix, dragon, not 7"),
        ({"suicide_covers": "all"}, "suicide_covers must be one of edge, any, not 'all'"),
        ({"edition": "kosmos", "suicide_covers": "any"}, "suicide_covers must be edge in Kosmos"),
        ({"elimination_bonus": "yes"}, r"elimination_bonus must be on or off \(True or False\), not 'yes'"),
        ({"elimination_bonus": 1}, "not 1"),
        ({"elimination_bonus": True, "players": 2}, "elimination_bonus needs 3 players or more"),
        ({"elimination_bonus": True, "edition": "kosmos"}, "Kosmos has none"),
        ({"pass_the_pile": True, "edition": "kosmos"}, "Kosmos has no such variant"),
        ({"tiles": (1, 2, 3)}, "at least three a player, 12 for 4 players, not 3"),
        ({"tiles": (0,) * 12}, "tile numbers from 1 to 35"),
        ({"tiles": (36,) * 12}, "tile numbers from 1 to 35"),
        ({"tiles": "1,2,3"}, "at least three a player, 12 for 4 players, not 3"),
        ({"tiles": "1*9,36"}, "tile numbers from 1 to 35, .* not '1\\*9,36'"),
        ({"tiles": (1.0,) * 12}, "tile numbers from 1 to 35"),
        ({"tiles": None}, "tile numbers from 1 to 35"),
        ({"colour": "red"}, "There is no option 'colour'; there are: edition, players, board"),
    ],
)
def test_options_that_are_not_allowed(options: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        ludotheque.make("tsuro", **options)


GAME = tsuro(players=3)
PLAYING = stand(GAME, ["b1.5", "d1.5", "f1.5"], [[34, 1, 2], [3, 4, 5], [6, 7, 8]], pile=[9])
PLACING = draw_all(GAME, GAME.start())
# What a careless client might send: fields of other types than the signature says.
CARELESS_PLAY: Any = PlayTile
CARELESS_PLACEMENT: Any = PlaceMarker
CARELESS_DRAW: Any = DrawTile
DRAWING = GAME.apply(PLAYING, play(STRAIGHT))


@pytest.mark.parametrize(
    ("state", "move", "says"),
    [
        (PLAYING, PlayTile(3, 0), "Tile 3 is not in the hand; it holds 1, 2, 34"),
        (PLAYING, PlayTile(99, 0), "Tile 99 is not in the hand"),
        (PLAYING, PlayTile(2, 4), "turns must be from 0 to 3, not 4"),
        (PLAYING, PlayTile(2, -1), "turns must be from 0 to 3, not -1"),
        (PLAYING, PlayTile(2, True), "turns must be"),
        (PLAYING, CARELESS_PLAY(2.0, 0), "not in the hand"),
        (PLAYING, CARELESS_PLAY(None, None), "not in the hand"),
        (PLAYING, PlayTile(2, 0, marker=0), "does not name one"),
        (PLAYING, PlayTile(2, 0, port=5), "has not moved yet"),
        (PLAYING, PlaceMarker(5), "a tile is to be played"),
        (PLAYING, DrawTile(9), "a tile is to be played"),
        (PLAYING, ChoosePort(5), "a tile is to be played"),
        (PLAYING, "b1=34", "a tile is to be played"),
        (PLACING, PlaceMarker(spot(GAME, "c3.1")), "no start position"),
        (PLACING, PlaceMarker(-1), "no start position"),
        (PLACING, CARELESS_PLACEMENT(5.0), "no start position"),
        (PLACING, CARELESS_PLACEMENT("a1.5"), "no start position"),
        (PLACING, PlayTile(1, 0), "a marker is to be placed"),
        (DRAWING, DrawTile(1), "Tile 1 is not in the pile"),
        (DRAWING, CARELESS_DRAW(9.0), "not in the pile"),
        (DRAWING, PlayTile(1, 0), "chance draws a tile"),
    ],
)
def test_moves_that_are_not_allowed(state: Any, move: Any, says: str) -> None:
    line = GAME.format_state(state)
    with pytest.raises(IllegalMove, match=says):
        GAME.apply(state, move)
    assert GAME.format_state(state) == line


@pytest.mark.parametrize("port", [None, 3, 5.0, "5"])
def test_kosmos_ports_that_are_not_allowed(port: Any) -> None:
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["b1s", "d1s", "f6.0", "a4w"], [[34, 1, 2], [3, 4, 5]])
    with pytest.raises(IllegalMove, match="first move"):
        game.apply(state, PlayTile(34, 0, 0, port))
    with pytest.raises(IllegalMove, match="no part"):
        game.apply(state, PlayTile(34, 0, None, 5))
    with pytest.raises(IllegalMove, match="no part"):
        game.apply(state, PlayTile(34, 0, 1, 5))


@pytest.mark.parametrize("text", ["1*128", "1*127,2", "1*999,1", "1*999," * 5000 + "1", ",".join("1" * 128)])
def test_more_tiles_than_a_game_can_use_are_refused(text: str) -> None:
    """Option `tiles`: at most 127, counted while they are read."""
    with pytest.raises(OptionError, match="tiles must have at most 127 tiles; here are more"):
        TsuroOptions.parse({"players": "2", "tiles": text})
    assert len(TsuroOptions.parse({"players": "2", "tiles": "1*126,2"}).tiles) == MOST_TILES
    with pytest.raises(OptionError, match="tiles must be at most 127 tile numbers from 1 to 35"):
        tsuro(players=2, tiles=(1,) * (MOST_TILES + 1))


@pytest.mark.parametrize("text", ["", "0", "36", "01", "1*0", "1*", "1*1000", "1,,2", "edition,1", "１", "1*２", "+1"])
def test_text_that_is_no_tile_set_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="tiles must be at most 127 tile numbers from 1 to 35, such as"):
        TsuroOptions.parse({"players": "2", "tiles": text})
