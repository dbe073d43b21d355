"""What goes over the wire is plain JSON, says everything that an observation says, and has no secret of its own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from random import Random
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from ludotheque.core import registry, wire
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import CHANCE, CONSTANT, Event, OneOf
from ludotheque.core.match import Match
from ludotheque.games.tsuro.board import OFF, make_board
from tests import nim


def play_some(game: Any, seed: str, most: int = 500) -> Match[Any, Any, Any]:
    match = Match(game, SeededDealer(derive_seed(seed)))
    rng = Random(seed)
    while match.actor is not None and len(match.plies) < most:
        match.play(rng.choice(match.legal_moves))
    return match


def json_of(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("game_id", registry.list_games())
def test_everything_is_json_and_nothing_but_constants_is_left_out(game_id: str) -> None:
    game = registry.make(game_id)
    match = play_some(game, game_id)
    assert json_of(wire.encode_material(game))
    for ply in match.plies[:: max(1, len(match.plies) // 20)]:
        for viewer in (None, *range(game.seats)):
            observation = game.observe(ply.after, viewer)
            sent = json_of(wire.encode_observation(observation))
            assert set(sent) == {entry.name for entry in fields(observation) if entry.metadata != CONSTANT}
            assert sent["actor"] == ("chance" if observation.actor is CHANCE else observation.actor)
            json_of(wire.encode_scene(game, game.observe(ply.after, None)))
            for event in game.events(ply.before, ply.move, ply.after, viewer):
                assert json_of(wire.encode_event(event))["type"] == type(event).__name__
        for move in game.legal_moves(ply.after):
            assert json_of(wire.encode_move(move))["type"] == type(move).__name__


@pytest.mark.parametrize("game_id", registry.list_games())
def test_a_scene_is_the_same_for_every_viewer(game_id: str) -> None:
    game = registry.make(game_id)
    for ply in play_some(game, f"{game_id} scene").plies[::7]:
        scenes = [wire.encode_scene(game, game.observe(ply.after, viewer)) for viewer in (None, *range(game.seats))]
        assert all(scene == scenes[0] for scene in scenes)


def fits(value: Any, hint: Any) -> bool:
    """Whether plain data has the form of a type, as the types of the client are written from it."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return value in arguments[1].words if isinstance(arguments[1], OneOf) else fits(value, arguments[0])
    if origin in {Union, UnionType}:
        return any(fits(value, part) for part in arguments)
    if origin is dict:
        return isinstance(value, dict) and all(fits(part, arguments[1]) for part in value.values())
    if origin is frozenset or (origin is tuple and arguments[-1] is Ellipsis):
        return isinstance(value, list) and all(fits(part, arguments[0]) for part in value)
    if origin is tuple:
        return isinstance(value, list) and len(value) == len(arguments) and all(map(fits, value, arguments))
    if issubclass(hint, Enum):
        return value in {member.value for member in hint}
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        hints, names = get_type_hints(hint, include_extras=True), wire.list_fields(hint)
        return (
            isinstance(value, dict)
            and set(value) - {"type"} == set(names)
            and all(fits(value[name], hints[name]) for name in names)
        )
    return type(value) is hint


@pytest.mark.parametrize("game_id", registry.list_games())
def test_what_is_sent_has_the_form_that_its_type_declares(game_id: str) -> None:
    game: Any = registry.make(game_id)
    match = play_some(game, f"{game_id} form")
    assert fits(json_of(wire.encode_material(game)), type(game.material()))
    for ply in match.plies:
        for viewer in (0, None):
            observation = game.observe(ply.after, viewer)
            assert fits(json_of(wire.encode_observation(observation)), type(observation))
            for event in game.events(ply.before, ply.move, ply.after, viewer):
                assert fits(json_of(wire.encode_event(event)), type(event))
        assert fits(json_of(wire.encode_scene(game, observation)), type(game.scene(observation)))
        for move in game.legal_moves(ply.after):
            assert fits(json_of(wire.encode_move(move)), type(move))


def test_named_tuples_and_dataclasses_become_objects() -> None:
    game = registry.make("turris")
    match = play_some(game, "blocks", 6)
    block = wire.encode_observation(game.observe(match.state, 0))["blocks"][0]
    assert set(block) == {"seat", "columns", "level"}
    assert wire.encode_material(registry.make("tao"))["cards"][0] == {"element": "water", "value": 1, "power": None}


def test_the_square_before_a_marker_and_its_trail_are_given() -> None:
    """Tsuro: a client draws the ghost of a tile on the target, and each path in the colour of who went along it."""
    game = registry.make("tsuro", players=2)
    match = play_some(game, "trail", 12)
    observation = game.observe(match.state, 0)
    scene = wire.encode_scene(game, observation)
    for marker, spot in enumerate(observation.spots):
        assert scene["targets"][marker] == (spot // 8 if spot >= 0 else None)
        assert scene["trails"][str(observation.starts[marker])] == marker


def test_the_ways_on_from_empty_squares_are_given() -> None:
    """Tsuro: who cannot see the board is told where each way on from a square leads."""
    game = registry.make("tsuro", players=2)
    match = play_some(game, "trail", 12)
    exits = wire.encode_scene(game, game.observe(match.state, None))["exits"]
    assert exits
    for spot, end in exits.items():
        assert match.state.squares[int(spot) // 8] is None
        assert end == -1 or match.state.squares[end // 8] is None


def test_a_marker_that_is_out_has_an_end_on_the_board() -> None:
    game = registry.make("tsuro", players=2)
    match = play_some(game, "end")
    scene = wire.encode_scene(game, game.observe(match.state, None))
    for spot, target, end in zip(match.state.spots, scene["targets"], scene["ends"], strict=True):
        assert (target is None, end is None) == (spot < 0, spot >= 0)
        assert end is None or match.state.squares[end // 8] is not None


def test_two_markers_that_collided_end_at_the_same_point() -> None:
    """Tsuro: seen from the two sides of an edge, or where the first of them started."""
    game = registry.make("tsuro", players=8)
    across = make_board(6).across
    collided = 0
    for number in range(12):
        match = play_some(game, f"collision {number}")
        ends = wire.encode_scene(game, game.observe(match.state, None))["ends"]
        for ply in match.plies:
            for event in game.events(ply.before, ply.move, ply.after, None):
                told = wire.encode_event(event)
                if told["type"] == "MarkersCollided":
                    one, other = (ends[marker] for marker in told["markers"])
                    assert one == other or across[one] == other
                    collided += 1
                if told["type"] == "MarkerLeft":
                    assert across[ends[told["marker"]]] == OFF
    assert collided


def test_a_material_says_what_the_options_come_to() -> None:
    """The texts of the rules in a client depend on it."""

    def tell(game_id: str, *names: str, **options: Any) -> list[Any]:
        material = wire.encode_material(registry.make(game_id, **options))
        return [material[name] for name in names]

    assert tell("tsuro", "has_dragon", "markers_each", "bans_edge") == [True, 1, True]
    assert tell("tsuro", "has_dragon", "markers_each", players=2) == [False, 1]
    assert tell("tsuro", "has_dragon", "markers_each", "bans_edge", players=2, edition="kosmos") == [False, 2, False]
    assert tell("tsuro", "has_bonus", "passes_pile", "bans_collision") == [False, False, False]
    chosen = {"elimination_bonus": True, "pass_the_pile": True, "suicide_covers": "any"}
    assert tell("tsuro", "has_bonus", "passes_pile", "bans_collision", **chosen) == [True, True, True]
    assert [tell("tao", "last", players=players) for players in (2, 3, 4)] == [[4], [3], [4]]
    assert [tell("tao", "has_teams", teams=teams) for teams in (True, False)] == [[True], [False]]


def test_options_describe_themselves() -> None:
    options = {entry["name"]: entry for entry in wire.encode_options(registry.find("tsuro"))}
    assert options["edition"]["choices"][0] == options["edition"]["default"] == "calliope"
    assert (options["players"]["least"], options["players"]["most"], options["players"]["default"]) == (2, 8, "4")
    assert options["elimination_bonus"]["kind"] == "switch"
    assert options["tiles"]["kind"] == "table"


def test_a_game_that_offers_no_client_data_is_sent_without() -> None:
    game = nim.Nim(nim.NimOptions())
    assert wire.encode_material(game) == {}
    assert wire.encode_scene(game, game.observe(game.start(), None)) == {}


def test_a_game_without_named_fields_can_be_sent_too() -> None:
    """The states and moves of a stranger's game may be plain tuples and numbers."""
    game = nim.Nim(nim.NimOptions())
    assert wire.encode_observation(game.observe(game.start(), 0)) == {"value": (5, 0)}
    assert wire.encode_move(2) == {"type": "int", "value": 2}


class Suit(Enum):
    RED = ("r", 1)
    BLUE = ("b", 2)


class Pair(NamedTuple):
    left: object
    right: Any


@dataclass(frozen=True)
class Everything:
    """Values of every kind that the Game protocol allows, declared in every way that Python allows."""

    suit: Suit
    pair: "Pair"
    unknown: "NotThere"  # type: ignore[name-defined] # noqa: F821 - as if it were imported under TYPE_CHECKING
    mixed: frozenset[object]
    counts: Mapping[Suit, int]
    word: Literal["a"]
    anything: Any
    square: object


class Square(int):
    pass


def test_every_value_that_the_protocol_allows_is_sent() -> None:
    value = Everything(
        Suit.RED,
        Pair(Suit.BLUE, (Pair(1, None),)),
        Suit.BLUE,
        frozenset({None, 1, "x", Suit.RED, (2, 3)}),
        MappingProxyType({Word.ONE: 1}),  # type: ignore[dict-item] # declared otherwise
        "a",
        frozenset({Pair(2, 1), Pair(1, 1)}),
        Square(7),
    )
    assert msgspec.json.decode(msgspec.json.encode(wire.encode_observation(value))) == {
        "suit": ["r", 1],
        "pair": {"left": ["b", 2], "right": [{"left": 1, "right": None}]},
        "unknown": ["b", 2],
        "mixed": ["x", 1, ["r", 1], [2, 3], None],
        "counts": {"one": 1},
        "word": "a",
        "anything": [{"left": 1, "right": 1}, {"left": 2, "right": 1}],
        "square": 7,
    }


class Word(Enum):
    ONE = "one"


@pytest.mark.parametrize(
    "value",
    [object(), b"bytes", 1j, {(1, 2): 3}, (1, {2: [object()]})],
    ids=["object", "bytes", "complex", "dict with a tuple", "nested"],
)
def test_what_cannot_be_sent_is_named(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be"):
        wire.encode_observation(value)


@dataclass(frozen=True)
class Typed(Event):
    type: str


class Moving(NamedTuple):
    move: int


def test_a_field_with_the_name_of_something_else_in_a_message_is_named() -> None:
    with pytest.raises(TypeError, match=r"Typed has a field 'type'.*Rename it"):
        wire.encode_event(Typed("x"))
    with pytest.raises(TypeError, match=r"Moving has a field 'move'.*Rename it"):
        wire.encode_move(Moving(1))
