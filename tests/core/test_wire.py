"""What goes over the wire is plain JSON, says everything that an observation says, and has no secret of its own."""

import json
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from ludotheque.core import registry, wire
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import CHANCE, CONSTANT
from ludotheque.core.match import Match
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


def test_a_marker_that_is_out_has_an_end_on_the_board() -> None:
    game = registry.make("tsuro", players=2)
    match = play_some(game, "end")
    scene = wire.encode_scene(game, game.observe(match.state, None))
    for spot, target, end in zip(match.state.spots, scene["targets"], scene["ends"], strict=True):
        assert (target is None, end is None) == (spot < 0, spot >= 0)
        assert end is None or match.state.squares[end // 8] is not None


def test_options_describe_themselves() -> None:
    options = {entry["name"]: entry for entry in wire.encode_options(registry.find("tsuro"))}
    assert options["edition"]["choices"][0] == options["edition"]["default"] == "calliope"
    assert (options["players"]["least"], options["players"]["most"], options["players"]["default"]) == (2, 8, "4")
    assert options["elimination_bonus"]["kind"] == "switch"
    assert options["tiles"]["kind"] == "table"


def test_a_game_that_offers_no_furniture_is_sent_without() -> None:
    game = nim.Nim(nim.NimOptions())
    assert wire.encode_material(game) == {}
    assert wire.encode_scene(game, game.observe(game.start(), None)) == {}
