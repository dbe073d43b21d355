"""Previews of links, pictures, animations and the page that others frame: what each door says of each kind of table."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from starlette.applications import Starlette

from ludotheque.core import registry
from ludotheque.core.game import CHANCE, Presented
from ludotheque.core.match import list_stops
from ludotheque.core.pictures.raster import draw_preview
from ludotheque.server.errors import Refused
from ludotheque.server.http.middleware import EMBED_HEADERS, HEADERS
from ludotheque.server.pictures import worker
from ludotheque.server.pictures.painter import MOST_PICTURES, Painter
from ludotheque.server.pictures.previews import choose_language
from ludotheque.server.pictures.worker import AnimationTask, ContinueTask, DrawingWorker, EmblemTask, PictureTask
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.log import MatchLog
from tests.patience import PATIENCE
from tests.server.server_harness import Visitor, refusal, running

PAGE = "<!doctype html><html><head><title>Ludothèque</title></head><body></body></html>"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A client that is nothing but its pages."""
    folder = tmp_path / "static"
    folder.mkdir()
    for name in ("index.html", "embed.html"):
        (folder / name).write_text(PAGE, encoding="utf-8")
    return folder


@pytest.fixture
async def app(tmp_path: Path, static: Path) -> AsyncIterator[Starlette]:
    async with running(tmp_path / "server.sqlite", static) as server:
        yield server


class Drawing:
    """Stands for the process that draws: keeps what it is given, and draws nothing."""

    def __init__(self, app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tasks: list[Any] = []
        painter = app.state.dependencies.pictures.painter
        monkeypatch.setattr(painter, "draw", self.draw)
        monkeypatch.setattr(painter, "animate", self.animate)

    async def draw(self, task: PictureTask | EmblemTask) -> bytes:
        self.tasks.append(task)
        return f"picture {len(self.tasks)}".encode()

    async def animate(self, task: AnimationTask, _on_progress: object) -> bytes:
        self.tasks.append(task)
        return f"animation {len(self.tasks)}".encode()


@pytest.fixture
def drawing(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> Drawing:
    return Drawing(app, monkeypatch)


def draw(log: MatchLog, state: object, viewer: int | None = None) -> str:
    """Draw a position as somebody sees it."""
    assert isinstance(log.game, Presented)
    return log.game.picture(log.game.observe(state, viewer))


def find_log(app: Starlette, table: str) -> MatchLog:
    log: MatchLog = app.state.dependencies.tables.live[table].log
    return log


async def start_game(ann: Visitor, ben: Visitor, plies: int = 0, **wishes: Any) -> str:
    """Let two people play some plies at random."""
    table: str = (await ann.open_table(**wishes))["id"]
    assert (await ben.post(f"/api/tables/{table}/join", json={})).status_code == 200
    assert (await ann.post(f"/api/tables/{table}/start", json={})).status_code == 200
    live = ann.app.state.dependencies.tables.live[table]
    rng = Random(4)
    while live.log.ply < plies:
        state = live.log.state
        move = rng.choice(live.log.game.legal_moves(state))
        async with live.lock:
            await live.play_move(live.log.actor, live.log.game.format_move(state, move))
    return table


async def finish_game(ann: Visitor, ben: Visitor, plies: int = 0, **wishes: Any) -> str:
    """The same; then one of them resigns."""
    table = await start_game(ann, ben, plies, **wishes)
    assert (await ben.post(f"/api/tables/{table}/resign", json={})).status_code == 200
    return table


def read_tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', page)
    return {name: unescape(content) for name, content in found}


async def open_tables_in_secret(ann: Visitor, ben: Visitor) -> dict[str, str]:
    """Open tables of every kind that nobody may know of."""
    waiting = (await ann.open_table())["id"]
    closed = (await ann.open_table())["id"]
    assert (await ann.post(f"/api/tables/{closed}/leave", json={})).status_code == 200
    return {
        "unknown": "AAAAAAAAAAAA",
        "waiting": waiting,
        "closed": closed,
        "for those with the link": await start_game(ann, ben, 9),
        "for nobody": await start_game(ann, ben, 9, watch="nobody"),
    }


# ── Previews ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_link_to_a_ply_shows_exactly_that_position(
    app: Starlette, ann: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    log = find_log(app, table)
    page = await stranger.get(f"/table/{table}?ply=5")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert page.text.startswith("<!doctype html>")
    tags = read_tags(page.text)
    assert tags["og:title"] == "Turris: move 4 of 7"
    assert tags["og:description"] == "A finished game: 2 players, 7 moves. Look through it move by move."
    assert tags["og:image:alt"] == "The board of Turris after move 4 of 7"
    assert tags["og:url"] == f"http://testserver/table/{table}?ply=5"
    assert tags["og:image"] == f"http://testserver/api/tables/{table}/picture.png?ply=5"
    assert (tags["og:image:width"], tags["og:image:height"], tags["og:image:type"]) == ("1200", "630", "image/png")
    assert tags["twitter:card"] == "summary_large_image"

    picture = await stranger.get(tags["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cache-control"] == "public, max-age=60"
    assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
    with Image.open(BytesIO(picture.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    position = log.list_plies(4)[0].after
    assert picture.content == draw_preview(draw(log, position))
    assert not any("set-cookie" in answer.headers for answer in (page, picture))


@pytest.mark.parametrize(
    ("languages", "end", "middle"),
    [
        ("en-GB,en;q=0.9", "Turris: Player 1 wins", "Turris: move 2 of 7"),
        ("fr-CH,de;q=0.5", "Turris\xa0: Joueur 1 gagne", "Turris\xa0: coup 2 sur 7"),
        ("pt,it;q=0.8,en;q=0.7", "Turris: vince Giocatore 1", "Turris: mossa 2 di 7"),
        ("en;q=0.2,de-AT", "Turris: Spieler 1 gewinnt", "Turris: Zug 2 von 7"),
    ],
)
async def test_a_preview_speaks_the_language_of_whoever_asks(
    ann: Visitor, ben: Visitor, stranger: Visitor, languages: str, end: str, middle: str
) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    headers = {"accept-language": languages}
    language = choose_language(languages)
    picture = "" if language == "en" else f"&lang={language}"
    for query, title in (("", end), ("?ply=", end), ("?ply=x", end), ("?ply=99", end), ("?ply=3", middle)):
        page = await stranger.get(f"/table/{table}{query}", headers=headers)
        assert read_tags(page.text)["og:title"] == title
        assert page.headers["vary"] == "accept-language"
        assert read_tags(page.text)["og:image"].endswith(picture)
        assert "Ann" not in page.text
        assert "Ben" not in page.text


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("xx", "en"), ("de", "de"), ("DE-de;q=0.1", "de"), ("de;q=0", "en"), ("de;q=x,fr;q=0.3", "fr"),
     ("de;level=1", "en"), (";;,,=;q", "en"), ("it;q=2,fr;q=0.1", "fr")],
)  # fmt: skip
def test_languages_are_weighed(header: str, language: str) -> None:
    assert choose_language(header) == language


async def test_what_nobody_may_know_of_looks_like_what_does_not_exist(
    ann: Visitor, ben: Visitor, stranger: Visitor, drawing: Drawing
) -> None:
    tables = await open_tables_in_secret(ann, ben)
    for visitor in (stranger, ann):  # it is the same for who sits there: a preview knows nobody
        pages = {kind: (await visitor.get(f"/table/{table}?ply=3")).text for kind, table in tables.items()}
        assert set(pages.values()) == {pages["unknown"]}
        pictures = {(await visitor.get(f"/api/tables/{table}/picture.png?ply=3")).content for table in tables.values()}
        assert pictures == {(await visitor.get("/api/picture.png")).content}
    assert drawing.tasks == [EmblemTask()]
    tags = read_tags(pages["unknown"])
    assert tags["og:title"] == "Ludothèque"
    assert tags["og:image"] == "http://testserver/api/picture.png"
    assert "og:url" not in tags


@pytest.mark.parametrize("game", ["tsuro", "tao"])
async def test_a_game_that_goes_on_is_shown_as_spectators_see_it_now(
    app: Starlette, ann: Visitor, ben: Visitor, stranger: Visitor, drawing: Drawing, game: str
) -> None:
    table = await start_game(ann, ben, 12, game=game, watch="anyone")
    log = find_log(app, table)
    page = await stranger.get(f"/table/{table}?ply=3")
    tags = read_tags(page.text)
    assert tags["og:title"] == f"{log.game.title}: live"
    assert tags["og:image"] == f"http://testserver/api/tables/{table}/picture.png"
    for visitor in (stranger, ann, ben):
        for query in ("", "?ply=3"):
            assert (await visitor.get(f"/api/tables/{table}/picture.png{query}")).content == b"picture 1"
    [task] = drawing.tasks
    assert task.observation == log.game.observe(log.state, None)
    assert draw(log, log.state) != draw(log, log.state, 0)
    for sample in range(5):  # whatever is hidden, the task is the same: it cannot tell
        other = log.game.determinize(task.observation, Random(sample))
        assert log.game.observe(other, None) == task.observation


async def test_no_door_tells_of_a_game_that_goes_on_what_its_players_hide(
    app: Starlette, ann: Visitor, ben: Visitor, stranger: Visitor, drawing: Drawing
) -> None:
    """The same doors, asked in two games that differ only in what is hidden, say the same."""
    answers: list[list[Any]] = []
    table = await start_game(ann, ben, 12, watch="anyone")
    log = find_log(app, table)
    assert log.match is not None
    real = log.state
    worlds = [real, *(log.game.determinize(log.game.observe(real, None), Random(seed)) for seed in range(3))]
    assert len({str(log.game.observe(world, 0)) for world in worlds}) > 1
    for world in worlds:
        last = log.match.plies[-1]
        log.match.plies[-1] = type(last)(last.number, last.actor, last.move, last.before, world)
        app.state.dependencies.pictures._cache.drop(f"{table} 0 {log.ply} en")
        drawing.tasks.clear()
        said: list[Any] = []
        for path in (
            f"/table/{table}", f"/embed/{table}", f"/api/tables/{table}/picture.png", f"/api/tables/{table}/embed",
            f"/api/tables/{table}/animation.gif", f"/api/tables/{table}/animation.webp",
            f"/api/tables/{table}/animation?kind=gif", f"/api/tables/{table}/replay", f"/api/tables/{table}/record",
        ):  # fmt: skip
            for visitor in (stranger, ann):
                answer = await visitor.get(path)
                said.append((path, answer.status_code, answer.content))
        answers.append([said, [*drawing.tasks]])
    assert all(answer == answers[0] for answer in answers)


async def test_addresses_follow_the_public_one(tmp_path: Path, static: Path) -> None:
    async with running(tmp_path / "x.sqlite", static, public_url="https://games.example") as app, Visitor(app) as ann:
        tags = read_tags((await ann.get("/table/x", headers={"host": "games.example"})).text)
        assert tags["og:image"] == "https://games.example/api/picture.png"
    async with running(tmp_path / "y.sqlite", static, allowed_hosts=("a.test",)) as app, Visitor(app) as ann:
        tags = read_tags((await ann.get("/table/x", headers={"host": "a.test:8000"})).text)
        assert tags["og:image"] == "http://a.test:8000/api/picture.png"
        assert refusal(await ann.get("/table/x", headers={"host": "evil.test"})) == (421, "wrong_host")


async def test_a_page_is_served_whatever_is_wrong_with_the_table(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def fail(_table: str) -> None:
        raise Refused("not_stored", "No.")

    monkeypatch.setattr(ann.app.state.dependencies.tables, "find", fail)
    assert read_tags((await ann.get("/table/x")).text)["og:title"] == "Ludothèque"
    assert (await ann.head("/table/x")).status_code == 200
    assert refusal(await ann.post("/table/x", json={})) == (405, "wrong_method")
    async with running(tmp_path / "z.sqlite", tmp_path / "nothing") as app, Visitor(app) as visitor:
        for path in ("/table/x", "/embed/x"):
            assert "not built into this installation" in (await visitor.get(path)).text


# ── Pictures and animations ──────────────────────────────────────────────────────────────────────────────────────────


async def test_plies_that_are_none(ann: Visitor, ben: Visitor, drawing: Drawing) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    path = f"/api/tables/{table}/picture.png"
    last = (await ann.get(path)).content
    assert (await ann.get(f"{path}?ply=8")).content == (await ann.get(f"{path}?ply=999999")).content == last
    assert len(drawing.tasks) == 1
    first = (await ann.get(f"{path}?ply=0")).content
    assert first == (await ann.get(f"{path}?ply=1")).content != last  # the draw of who begins is folded in
    for bad in ("x", "-1", "1000000", "1.5", "", "1e3"):
        assert refusal(await ann.get(f"{path}?ply={bad}")) == (400, "malformed")


@pytest.mark.parametrize("kind", ["gif", "webp"])
async def test_a_finished_game_is_animated_decision_by_decision(
    app: Starlette, ann: Visitor, ben: Visitor, stranger: Visitor, kind: str
) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    path = f"/api/tables/{table}/animation"
    answer = await stranger.get(f"{path}.{kind}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"image/{kind}"
    code = find_log(app, table).row.code
    assert answer.headers["content-disposition"] == f'attachment; filename="turris-{code}.{kind}"'
    with Image.open(BytesIO(answer.content)) as image:
        assert image.n_frames == 8  # type: ignore[attr-defined] # it is an animation
        assert max(image.size) <= 805
    german = await ann.get(f"{path}.{kind}?lang=de")
    assert german.content != answer.content
    again = await ann.get(f"{path}.{kind}")
    assert again.content == answer.content


async def test_it_is_told_how_far_an_animation_is(
    ann: Visitor, ben: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    begun, finished = asyncio.Event(), asyncio.Event()

    async def animate(_task: AnimationTask, on_progress: Callable[[float], None]) -> bytes:
        on_progress(0.4)
        begun.set()
        await finished.wait()
        return b"film"

    monkeypatch.setattr(ann.app.state.dependencies.pictures.painter, "animate", animate)
    path = f"/api/tables/{table}/animation"
    making = [asyncio.create_task(visitor.get(f"{path}.gif?lang=de")) for visitor in (ann, stranger)]
    await asyncio.wait_for(begun.wait(), PATIENCE)
    assert (await stranger.get(f"{path}?kind=gif&lang=de")).json() == {"progress": 0.4}
    assert (await stranger.get(f"{path}?kind=gif")).json() == {"progress": 0.0}
    finished.set()
    assert [answer.content for answer in await asyncio.gather(*making)] == [b"film", b"film"]
    assert (await stranger.get(f"{path}?kind=gif&lang=de")).json() == {"progress": 0.0}


async def test_what_is_not_over_is_not_animated_and_not_framed(
    ann: Visitor, ben: Visitor, stranger: Visitor, drawing: Drawing
) -> None:
    tables = await open_tables_in_secret(ann, ben)
    tables["live"] = await start_game(ann, ben, 9, watch="anyone")
    says = {
        "unknown": (404, "no_such_table"),
        "waiting": (409, "not_started"),
        "closed": (409, "not_started"),
        "for those with the link": (409, "not_over"),
        "for nobody": (409, "not_over"),
        "live": (409, "not_over"),
    }
    for kind, table in tables.items():
        for door in ("animation.gif", "animation.webp", "animation?kind=webp", "embed"):
            for visitor in (stranger, ann):
                assert refusal(await visitor.get(f"/api/tables/{table}/{door}")) == says[kind], (kind, door)
    assert refusal(await ann.get(f"/api/tables/{tables['live']}/animation?kind=mp4")) == (400, "malformed")
    assert drawing.tasks == []


async def test_animations_are_of_what_spectators_saw(ann: Visitor, ben: Visitor, drawing: Drawing) -> None:
    table = await finish_game(ann, ben, 10)
    log = find_log(ann.app, table)
    assert (await ann.get(f"/api/tables/{table}/animation.gif")).content == b"animation 1"
    [task] = drawing.tasks
    states = [log.list_plies(0)[0].before, *(ply.after for ply in log.list_plies(0))]
    stops = list_stops([CHANCE if row.actor < 0 else row.actor for row in log.rows])
    assert task.observations == tuple(log.game.observe(states[stop], None) for stop in stops)


async def test_drawing_is_limited_and_looking_at_what_was_drawn_is_not(tmp_path: Path, static: Path) -> None:
    async with running(tmp_path / "x.sqlite", static, rate_limits=True) as app, Visitor(app) as ann:
        with pytest.MonkeyPatch.context() as patch:
            drawing = Drawing(app, patch)
            await ann.become("Ann")
            table = (await ann.open_table(game="turris", seats=[{"kind": "me"}, {"kind": "me"}], start=True))["id"]
            live = app.state.dependencies.tables.live[table]
            while live.log.actor is not None:
                state = live.log.state
                async with live.lock:
                    move = live.log.game.format_move(state, live.log.game.legal_moves(state)[0])
                    await live.play_move(live.log.actor, move)
            patch.setattr(app.state.dependencies.limits._limits[Limits.PICTURES], "_now", lambda: 0.0)
            assert live.log.ply > Limits.PICTURES.burst
            path = f"/api/tables/{table}/picture.png"
            answers = [await ann.get(f"{path}?ply={ply}") for ply in range(1, Limits.PICTURES.burst + 2)]
            assert {answer.status_code for answer in answers[:-1]} == {200}
            assert refusal(answers[-1]) == (429, "too_fast")
            assert (await ann.get(f"{path}?ply=1")).content == b"picture 1"
            assert len(drawing.tasks) == Limits.PICTURES.burst
            assert read_tags((await ann.get(f"/table/{table}")).text)["og:title"].startswith("Turris: ")


# ── The page that others frame ───────────────────────────────────────────────────────────────────────────────────────


async def test_others_may_frame_that_page_alone(ann: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    for visitor in (stranger, ann):
        for address in (f"/embed/{table}?ply=3", "/embed/unknown"):
            page = await visitor.get(address)
            assert page.status_code == 200
            for name, value in EMBED_HEADERS.items():
                assert page.headers[name] == value
            assert "frame-ancestors *" in page.headers["content-security-policy"]
            assert "script-src" not in page.headers["content-security-policy"]  # so it is that of all pages: 'self'
            assert "x-frame-options" not in page.headers
            assert "set-cookie" not in page.headers
    assert EMBED_HEADERS.keys() == HEADERS.keys() - {"x-frame-options"}
    for address in ("/", f"/table/{table}", f"/api/tables/{table}/embed", "/embed", "/embed/a/b", "/embed.html"):
        answer = await stranger.get(address)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


async def test_a_framed_game_names_nobody(ann: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = await finish_game(ann, ben, 8, game="turris")
    answers = [await visitor.get(f"/api/tables/{table}/embed") for visitor in (stranger, ann, ben)]
    assert len({answer.content for answer in answers}) == 1
    told = answers[0].json()
    assert "set-cookie" not in answers[1].headers
    assert (told["game"], told["title"], told["seats"]) == ("turris", "Turris", 2)
    assert told["outcome"]["ranks"] == [1, 2]
    assert told["outcome"]["reason"] == "resigned"
    replay = await stranger.get(f"/api/tables/{table}/replay")
    for text in (answers[0].text, replay.text):
        assert "Ann" not in text
        assert "Ben" not in text


# ── The painter ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    painter = Painter(idle_seconds=PATIENCE)
    yield painter
    await painter.close()


async def test_the_painter_works_again_after_its_process_died_rested_or_failed(painter: Painter) -> None:
    drawn = await painter.draw(EmblemTask())
    with Image.open(BytesIO(drawn)) as image:
        assert image.size == (1200, 630)
    process = painter._process._process
    assert process is not None
    process.kill()
    with pytest.raises(Refused, match="could not be drawn"):
        await painter.draw(PictureTask("tsuro", (), None))
    assert await painter.draw(EmblemTask()) == drawn
    painter._rest()
    await asyncio.to_thread(painter._thread.submit(lambda: None).result)
    assert painter._process._process is None
    assert await painter.draw(EmblemTask()) == drawn
    with pytest.raises(Refused, match="could not be drawn"):  # such as after the process died in the middle
        await painter.animate(AnimationTask("key", "tsuro", (), (), "gif"), lambda _: None)


async def test_only_so_many_pictures_wait(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    release = asyncio.Event()

    async def wait(_task: object) -> Any:
        await release.wait()
        return await Painter._ask(painter, EmblemTask())

    monkeypatch.setattr(painter, "_ask", wait)
    waiting = [asyncio.create_task(painter.draw(EmblemTask())) for _ in range(MOST_PICTURES)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="Too many pictures") as refused:
        await painter.draw(EmblemTask())
    assert refused.value.code == "too_fast"
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    release.set()
    assert await painter.draw(EmblemTask())
    await painter.close()
    with pytest.raises(Refused) as closed:
        await Painter._ask(painter, EmblemTask())
    assert closed.value.code == "closing"


def test_an_animation_is_drawn_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SLICE", 0.0)
    game = registry.make_from_text("turris", {})
    task = AnimationTask("key", "turris", (), (game.observe(game.start(), None),) * 3, "gif", "de")
    drawing = DrawingWorker()
    with pytest.raises(ValueError, match="not being drawn"):
        drawing.answer(ContinueTask("key"))
    told = [drawing.answer(task)]
    while told[-1].data is None:
        told.append(drawing.answer(ContinueTask("key")))
    assert [drawn.done for drawn in told] == [0.2, 0.4, 0.6, 1.0]
    assert (told[-1].data or b"").startswith(b"GIF89a")
    with pytest.raises(ValueError, match="not being drawn"):
        drawing.answer(ContinueTask("key"))


def test_the_server_itself_never_draws() -> None:
    """What holds Python's lock while it draws is not even in its memory."""
    code = "import sys, ludotheque.server.app; sys.exit(any(name in sys.modules for name in ('PIL', 'resvg_py')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
