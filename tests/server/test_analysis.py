"""The analysis board over HTTP: records of anybody, positions of one's own, lines by hand, and what a search thinks."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from ludotheque.core import registry
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.verify import make_record, verify
from ludotheque.server.bots.worker import ANALYSIS, Question, Worker
from ludotheque.server.bounds import LONGEST_RECORD, MOST_ANALYSED
from ludotheque.server.errors import Refused
from ludotheque.server.http import analysis, schemas
from ludotheque.testing.subjects import name_game
from tests.server.server_harness import Visitor, refusal, running
from tests.strategies import all_games

GAMES = ["tsuro", "tao", "turris"]


def record_game(game_id: str = "tsuro", seed: int = 1, **options: Any) -> tuple[Match[Any, Any, Any], Record]:
    """Play a whole game at random and record it."""
    game = registry.make(game_id, **options)
    match = Match(game, SeededDealer(seed.to_bytes(32)))
    rng = Random(seed)
    while match.outcome is None:
        match.play(rng.choice(match.legal_moves))
    return match, make_record(match, [f"Player {seat + 1}" for seat in range(game.seats)])


async def open_record(visitor: Visitor, text: str) -> schemas.AnalysedGame:
    answer = await visitor.post("/api/analysis/record", json={"record": text})
    assert answer.status_code == 200, answer.text
    return msgspec.convert(answer.json(), schemas.AnalysedGame)


# ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
async def test_a_record_of_anybody_is_opened_and_nothing_is_stored(
    app: Starlette, stranger: Visitor, game: str
) -> None:
    match, record = record_game(game)
    store = app.state.dependencies.tables._store
    before = store.requests
    opened = await open_record(stranger, record.format())
    assert (opened.game, opened.names, opened.position) == (game, list(record.seats), None)
    assert [(each.parent, each.move) for each in opened.moves] == [
        (number - 1, ply.move) for number, ply in enumerate(record.plies)
    ]
    for ply in (0, len(match.plies) // 2, len(match.plies)):
        line = {"game": game, "options": opened.options, "moves": [each.move for each in opened.moves[:ply]]}
        answer = (await stranger.post("/api/analysis/position", json=line)).json()
        state = match.plies[ply - 1].after if ply else match.start
        assert answer["text"] == match.game.format_state(state)
        assert [each["ply"] for each in answer["plies"]] == list(range(1, ply + 1))
    assert store.requests == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text[:200], "cut off"),
        (lambda text: "", ""),
        (lambda text: text.replace('[Seat 1 "Player 1"]', '[Seat 1 "Player 9"]'), "The header was altered"),
        (lambda text: text.replace('[Game "tsuro"]', '[Game "chess"]'), "chess"),
        (lambda text: text.replace("\n3 ", "\n4 ", 1), "Line"),
        (lambda text: text + '\n[Notes "1"]\n\n@ 1\n> v1: nonsense\n', "Branch v1, move 1, nonsense, is not lawful"),
        (lambda text: text + '\n[Notes "1"]\n\n@ 1\n> v1:' + " x" * MOST_ANALYSED, f"takes {MOST_ANALYSED} at most"),
    ],
)
async def test_a_record_that_is_not_true_is_refused_with_the_reason(
    stranger: Visitor, change: Any, sentence: str
) -> None:
    _, record = record_game()
    answer = await stranger.post("/api/analysis/record", json={"record": change(record.format())})
    assert refusal(answer) == (400, "bad_record")
    if sentence != "cut off":
        assert sentence in answer.json()["error"]["message"]


async def test_a_record_that_is_too_long_is_refused(stranger: Visitor) -> None:
    answer = await stranger.post("/api/analysis/record", json={"record": "x" * (LONGEST_RECORD + 1)})
    assert refusal(answer) == (400, "malformed")


async def test_branches_and_comments_of_a_record_are_opened(stranger: Visitor) -> None:
    match, record = record_game("turris")
    played = match.game.format_move(match.plies[0].before, match.plies[0].move)
    other = next(
        text for move in match.game.legal_moves(match.start)
        if (text := match.game.format_move(match.start, move)) != played
    )  # fmt: skip
    notes = f'\n[Notes "1"]\n\n@ 0\nen: The start\n> aside: {other}\nen: Another way\n\n@ 1\nde: Gut\n'
    opened = await open_record(stranger, record.format() + notes)
    assert opened.words == {"en": "The start"}
    assert opened.moves[0].words == {"de": "Gut"}
    branch = opened.moves[-1]
    assert (branch.parent, branch.move, branch.words) == (-1, other, {"en": "Another way"})


@pytest.mark.parametrize(
    ("game", "options", "chance"),
    [("turris", {}, "fair"), ("tsuro", {"players": 3}, "fair"), ("tao", {}, "fair"), ("tao", {"players": 2}, "fast")],
)
async def test_an_episode_of_an_environment_is_opened(
    stranger: Visitor, game: str, options: dict[str, Any], chance: Any
) -> None:
    pytest.importorskip("numba")
    from ludotheque.envs import aec_env  # noqa: PLC0415 - it needs an extra

    env = aec_env(game, chance=chance, **options)
    env.reset(seed=5)
    for _ in env.agent_iter():
        observation, _, ended, truncated, _ = env.last()
        env.step(None if ended or truncated else int(observation["action_mask"].argmax()))
    record = env.unwrapped.episode.make_record(tags={"Event": "training"})
    assert verify(record).is_fair is (True if chance == "fair" else None)
    opened = await open_record(stranger, record.format())
    assert (opened.game, opened.names) == (game, ["agent"] * len(env.possible_agents))
    assert [each.move for each in opened.moves] == [ply.move for ply in record.plies]
    assert len(opened.moves) > 10


async def test_a_position_of_ones_own_is_opened_or_refused_with_the_reason(stranger: Visitor) -> None:
    match, _ = record_game("tao")
    text = match.game.format_state(match.plies[9].after)
    opened = await stranger.post("/api/analysis/game", json={"game": "tao", "position": text})
    assert opened.json()["position"] == text
    assert opened.json()["names"] == [""] * match.game.seats
    for wrong, reason in [(text.replace("round 1", "round x"), "round"), ("nonsense", "should go on with")]:
        answer = await stranger.post("/api/analysis/game", json={"game": "tao", "position": wrong})
        assert refusal(answer) == (400, "bad_position")
        assert reason in answer.json()["error"]["message"]
    answer = await stranger.post("/api/analysis/game", json={"game": "chess"})
    assert refusal(answer) == (404, "no_such_game")
    answer = await stranger.post("/api/analysis/game", json={"game": "tsuro", "options": {"players": "99"}})
    assert refusal(answer) == (400, "bad_option")


# ── Positions ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", all_games(), ids=name_game)
def test_a_whole_game_is_played_by_hand_draws_included(game: AnyGame) -> None:
    rng, moves, drawn = Random(2), list[str](), 0
    options = game.options.format()
    while True:
        shown = schemas.ShowAnalysed(game=game.id, options=options, moves=moves)
        position = analysis.view_position(shown)
        if position.outcome is not None:
            break
        if position.actor == "chance":
            assert not position.moves
            assert sum(each.chance for each in position.draws) == pytest.approx(1) or len(position.draws) == 100
            if drawn % 2:
                moves.append(rng.choice(position.draws).move)
            else:
                after = analysis.view_position(msgspec.structs.replace(shown, draw=True))
                assert after.drawn is not None
                assert after.drawn in [each.move for each in position.draws] or len(position.draws) == 100
                moves.append(after.drawn)
            drawn += 1
        else:
            assert position.viewer == position.actor
            moves.append(rng.choice(position.moves)["move"])
    assert position.actor is None
    assert position.ply == len(moves)


def test_alternatives_of_a_draw_can_be_told_apart() -> None:
    for game in ("tsuro", "tao"):
        draws = analysis.view_position(schemas.ShowAnalysed(game=game)).draws
        assert len({msgspec.json.encode(each.events) for each in draws}) == len(draws) > 1


@pytest.mark.parametrize("game", all_games(), ids=name_game)
def test_no_byte_of_a_seats_view_depends_on_what_it_cannot_know(game: AnyGame) -> None:
    rng = Random(name_game(game))
    for _ in range(5):
        match = Match(game, SeededDealer(rng.randbytes(32)))
        for _ in range(rng.randrange(1, 20)):
            if match.outcome is None:
                match.play(rng.choice(match.legal_moves))
        for viewer in range(game.seats):
            other = game.determinize(match.observe(viewer), rng)
            one, two = (
                msgspec.json.encode(
                    analysis.view_position(
                        schemas.ShowAnalysed(
                            game=game.id,
                            options=game.options.format(),
                            position=game.format_state(state),
                            viewer=viewer,
                        )
                    )
                )
                for state in (match.state, other)
            )
            assert one == two


async def test_what_is_no_move_or_seat_is_refused_with_the_reason(stranger: Visitor) -> None:
    async def ask(**line: Any) -> Any:
        return await stranger.post("/api/analysis/position", json={"game": "turris", **line})

    answer = await ask(moves=["nonsense"])
    assert refusal(answer) == (400, "illegal")
    assert answer.json()["error"]["message"].startswith("Move 1, 'nonsense', is not lawful")
    assert refusal(await ask(viewer=2)) == (404, "no_such_seat")
    assert refusal(await ask(moves=["x"] * (MOST_ANALYSED + 1))) == (400, "malformed")
    assert refusal(await ask(position="blocks")) == (400, "bad_position")


# ── The search ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_search_ranks_the_moves_for_players_only(ann: Visitor, stranger: Visitor) -> None:
    line: dict[str, Any] = {"game": "turris", "options": {"first": "white"}, "moves": []}
    assert refusal(await stranger.post("/api/analysis/ranking", json=line)) == (401, "no_player")
    answer = await ann.post("/api/analysis/ranking", json=line)
    assert answer.status_code == 200, answer.text
    ranking = msgspec.convert(answer.json(), schemas.AnalysisRanking)
    position = analysis.view_position(schemas.ShowAnalysed(game="turris", options={"first": "white"}))
    assert {each.move for each in ranking.moves} == {each["move"] for each in position.moves}
    assert ranking.shares is not None
    _, record = record_game("turris")
    over = {"game": "turris", "moves": [ply.move for ply in record.plies]}
    assert refusal(await ann.post("/api/analysis/ranking", json=over)) == (409, "over")
    chance = {"game": "tsuro", "moves": []}
    assert refusal(await ann.post("/api/analysis/ranking", json=chance)) == (409, "out_of_turn")


def test_what_is_proven_is_said_to_be_proven() -> None:
    pytest.importorskip("numba")
    match, record = record_game("turris")
    decision = max(ply.number for ply in match.plies if len(match.game.legal_moves(ply.before)) > 1)
    line = schemas.AnalysedLine(game="turris", moves=[ply.move for ply in record.plies[: decision - 1]])
    game, observation = analysis.find_question(line)
    answer = Worker().answer(Question("turris", tuple(game.options.format().items()), ANALYSIS, observation, True))
    assert answer.is_proven
    assert all(each.is_proven for each in answer.moves[:1])


async def test_a_search_sees_what_the_seat_sees_that_decides() -> None:
    match, record = record_game("tsuro")
    number = next(ply.number for ply in reversed(match.plies) if isinstance(ply.actor, int))
    line = schemas.AnalysedLine(game="tsuro", moves=[ply.move for ply in record.plies[: number - 1]])
    ply = match.plies[number - 1]
    game, observation = analysis.find_question(line)
    assert isinstance(ply.actor, int)
    assert observation == game.observe(ply.before, ply.actor)


async def test_analyses_are_limited_by_player_and_records_by_address(tmp_path: Path) -> None:
    async with running(tmp_path / "x.sqlite", rate_limits=True) as app, Visitor(app) as visitor:
        await visitor.become("Ann")
        body = {"record": ""}
        codes = [refusal(await visitor.post("/api/analysis/record", json=body)) for _ in range(25)]
        assert (429, "too_fast") in codes
        app.state.dependencies.bots.ask = None  # no search is begun for what is refused before
        chance = {"game": "tsuro"}
        codes = [refusal(await visitor.post("/api/analysis/ranking", json=chance)) for _ in range(25)]
        assert codes.count((409, "out_of_turn")) <= 22
        assert (429, "too_fast") in codes


async def test_too_much_at_once_is_refused_and_not_queued_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MOST_WAITING", 0)
    with pytest.raises(Refused, match="Too many positions") as caught:
        await analysis.AnalysisWork().run(lambda: 1)
    assert caught.value.code == "too_fast"


# ── Exporting ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_analysis_of_a_record_becomes_notes_and_leaves_the_record_as_it_is(stranger: Visitor) -> None:
    match, record = record_game("turris", seed=3)
    game = match.game
    opened = await open_record(stranger, record.format())
    tree: list[dict[str, Any]] = [{"parent": each.parent, "move": each.move} for each in opened.moves]
    tree[1]["words"] = {"en": " A comment.\n\n Another one.", "fr": "Oui"}

    def others(ply: int) -> list[str]:
        before = match.plies[ply].before
        texts = [game.format_move(before, move) for move in game.legal_moves(before)]
        return [text for text in texts if text != record.plies[ply].move]

    tree += [{"parent": 1, "move": move, "words": {"en": f"What if {move}?"}} for move in others(2)[:2]]
    state = game.apply(match.plies[2].before, game.parse_move(match.plies[2].before, others(2)[0]))
    replies = [game.format_move(state, move) for move in game.legal_moves(state)][:2]
    tree += [{"parent": len(record.plies), "move": reply} for reply in replies]
    body = {"record": record.format(), "moves": tree, "words": {"de": "Anfang"}}
    answer = await stranger.post("/api/analysis/export", json=body)
    assert answer.status_code == 200, answer.text
    text = answer.json()["record"]
    assert text.startswith(record.format().rstrip("\n"))
    proof = verify(parse_record(text))
    assert proof.is_fair
    assert proof.tree.branches() == ["v1", "v2", "v3"]
    again = await open_record(stranger, text)
    assert again.words == {"de": "Anfang"}
    assert again.moves[1].words == {"en": "A comment.\nAnother one.", "fr": "Oui"}
    found = {each.move for each in again.moves if each.parent == 1}
    assert found == {record.plies[2].move, *others(2)[:2]}
    assert len(again.moves) == len(tree)


async def test_an_analysis_of_a_position_becomes_a_record_that_begins_there(stranger: Visitor) -> None:
    match, _ = record_game("tsuro")
    game, ply = match.game, next(ply for ply in match.plies[12:] if isinstance(ply.actor, int))
    text = game.format_state(ply.before)
    moves = [game.format_move(ply.before, move) for move in game.legal_moves(ply.before)][:2]
    body = {"game": "tsuro", "options": game.options.format(), "position": text, "names": ["Ann"]}
    tree = [{"parent": -1, "move": move} for move in moves]
    exported = await stranger.post("/api/analysis/export", json={**body, "moves": tree})
    record = parse_record(exported.json()["record"])
    assert (record.position, record.seats[:2], [each.move for each in record.plies]) == (text, ("Ann", ""), moves[:1])
    assert verify(record).tree.branches() == ["v1"]
    for wrong, code in [([{"parent": 0, "move": moves[0]}], "malformed"), ([{"parent": -1, "move": "x"}], "illegal")]:
        assert refusal(await stranger.post("/api/analysis/export", json={**body, "moves": wrong})) == (400, code)


async def test_a_running_game_is_not_opened_by_any_door_of_the_board(ann: Visitor, stranger: Visitor) -> None:
    """The board takes texts only, and the text of a running game, its record, is nobody's."""
    table = await ann.open_table(seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}], start=True)
    for visitor in (ann, stranger):
        assert refusal(await visitor.get(f"/api/tables/{table['id']}/record")) == (409, "not_over")
        answer = await visitor.post("/api/analysis/record", json={"record": table["id"]})
        assert refusal(answer) == (400, "bad_record")
        answer = await visitor.post("/api/analysis/game", json={"game": "tsuro", "position": table["id"]})
        assert refusal(answer) == (400, "bad_position")
