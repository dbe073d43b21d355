"""How soon the browser draws a move, and how smoothly it turns a tower. Needs Chromium and the built client.

A real server, a real browser, and a page watched from outside: nothing in the client knows that it is measured. The
yardstick of the tower is the same page at rest. Where there is no graphics card, Chromium draws by software: the name
of what draws is part of the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web.actions import play_one_move, play_to_end
from tests.web.browser_harness import CHROMIUM, CHROMIUM_IS_MISSING, BrowserUser, LiveServer, launch_chromium
from tests.web.tsuro_actions import play_by_pointer
from tests.web.turris_actions import play_on_tower

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}

GAMES = 4  # of Tsuro
BLOCKS = 8  # decisions on the tower before it is turned
SECONDS = 4  # that it is turned

# For each message with plies: the milliseconds from its arrival, before the client hears of it, until the page is
# changed, which is the client's work, and until the frame with it has been drawn, which is the browser's. One frame
# begins after the change; when the next begins, that one is done.
WATCH_MOVES = """
  window.drawn = [];
  let waiting = [];
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => {
        const at = performance.now();
        const { since, plies, ply } = JSON.parse(data);
        if (since > 0 && plies?.length) waiting.push({ at, ply });
      });
    }
  };
  const look = () => {
    const shown = Number(document.querySelector(".bar")?.dataset.ply);
    const done = waiting.filter(({ ply }) => ply <= shown);
    waiting = waiting.filter(({ ply }) => !(ply <= shown));
    if (done.length === 0) return;
    const changed = performance.now();
    const note = () => window.drawn.push(...done.map(({ at }) => [changed - at, performance.now() - at]));
    requestAnimationFrame(() => requestAnimationFrame(note));
  };
  new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ply"] });
"""

# The milliseconds between frames; in each of them the pointer, if it is pressed, goes on by a few pixels.
TURN = """
([seconds, isTurning]) => new Promise((resolve) => {
  const canvas = document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const begun = performance.now();
  const times = [];
  const step = (now) => {
    times.push(now);
    if (now - begun > 1000 * seconds) return resolve(times.slice(1).map((time, index) => time - times[index]));
    const clientX = box.x + 40 + 4 * times.length;
    const at = { pointerId: 1, pointerType: "mouse", buttons: 1, bubbles: true, clientX, clientY: box.y + 60 };
    if (isTurning) canvas.dispatchEvent(new PointerEvent("pointermove", at));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})
"""

# What a frame asks of the processor and of whatever draws: milliseconds of all scripts in it, draw calls, triangles.
# Where a graphics card draws, the first is what is left.
COUNT_WORK = """
  window.work = { scripts: [], calls: 0, triangles: 0 };
  const ask = window.requestAnimationFrame;
  let frame = 0, spent = 0;
  window.requestAnimationFrame = (callback) => ask((now) => {
    if (now !== frame) {
      window.work.scripts.push(spent);
      [frame, spent] = [now, 0];
    }
    const begun = performance.now();
    callback(now);
    spent += performance.now() - begun;
  });
  for (const name of ["drawElements", "drawArrays"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...values) {
      window.work.calls += 1;
      window.work.triangles += (name === "drawElements" ? values[1] : values[2]) / 3;
      return draw.apply(this, values);
    };
  }
"""

NAME_RENDERER = """
() => {
  const drawing = document.createElement("canvas").getContext("webgl2");
  return drawing.getParameter(drawing.getExtension("WEBGL_debug_renderer_info").UNMASKED_RENDERER_WEBGL);
}
"""


def format_quantiles(values: Sequence[float], digits: int = 0) -> str:
    """Give the median, what 95 of a hundred stay below, and the most."""
    ordered = sorted(values)
    return " / ".join(f"{ordered[int(share * (len(ordered) - 1))]:.{digits}f}" for share in (0.5, 0.95, 1))


def measure_moves(browser: Browser, url: str, *, phone: bool) -> list[tuple[float, float]]:
    """Play Tsuro with bots; give for each message the milliseconds until the page had it, and until it was drawn."""
    user = BrowserUser(browser, url, phone=phone, reduced_motion=False)
    user.page.add_init_script(WATCH_MOVES)
    drawn: list[tuple[float, float]] = []
    for _game in range(GAMES):
        user.open_table("tsuro", [ME, BOT, BOT, BOT], options={"players": "4"})
        play_to_end(user.page, partial(play_by_pointer, touch=phone))
        user.page.wait_for_timeout(200)  # for the last frame
        drawn += user.page.evaluate("window.drawn")
    user.close()
    return drawn


@dataclass(frozen=True)
class Turning:
    """What came of turning a tower."""

    at_rest: list[float]  # milliseconds between frames
    turning: list[float]
    scripts: list[float]  # milliseconds of scripts in a frame, while it turned
    calls: float  # draw calls a frame
    triangles: float  # a frame
    renderer: str

    def format(self) -> list[str]:
        """Give the cells of a table."""
        rest, turned = (1000 * len(times) / sum(times) for times in (self.at_rest, self.turning))
        return [
            f"{turned:.0f}",
            f"{rest:.0f}",
            f"{turned / rest:.2f}",
            format_quantiles(self.turning),
            format_quantiles(self.scripts, 1),
            f"{self.calls:.0f}, {self.triangles:,.0f}",
        ]


def measure_turning(browser: Browser, url: str, *, phone: bool) -> Turning:
    """Build a tower and turn it."""
    user = BrowserUser(browser, url, phone=phone)
    page = user.page
    page.add_init_script(COUNT_WORK)
    user.open_table("turris", [ME, BOT])
    for _decision in range(BLOCKS):
        assert play_one_move(page, play_on_tower)
    page.wait_for_timeout(500)
    at_rest = page.evaluate(TURN, [SECONDS, False])
    canvas = page.locator("canvas")
    expect(canvas).to_be_visible()
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    before = canvas.screenshot()
    page.mouse.move(box["x"] + 40, box["y"] + 60)
    page.mouse.down()
    page.evaluate("window.work = { scripts: [], calls: 0, triangles: 0 }")
    turning = page.evaluate(TURN, [SECONDS, True])
    work = page.evaluate("window.work")
    assert canvas.screenshot() != before, "the tower did not turn"
    page.mouse.up()
    renderer = page.evaluate(NAME_RENDERER)
    user.close()
    frames = len(work["scripts"])
    return Turning(at_rest, turning, work["scripts"], work["calls"] / frames, work["triangles"] / frames, renderer)


def main() -> None:
    """Measure and print the tables."""
    if not Path(CHROMIUM).is_file():
        print(f"The client is not measured. {CHROMIUM_IS_MISSING}")
        return
    moves = Table(title="A move of Tsuro: from its message to its first frame", title_justify="left")
    tower = Table(title="A tower of Turris while it turns", title_justify="left")
    for table, columns in (
        (moves, ["messages", "page changed, p50 / p95 / most ms", "drawn"]),
        (tower, ["frames/s", "at rest", "share", "p50 / p95 / most ms a frame", "of scripts", "draw calls, triangles"]),
    ):
        table.add_column("window")
        for column in columns:
            table.add_column(column, justify="right")
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launch_chromium(playwright) as browser:
        server = LiveServer(Path(folder))
        server.start()
        try:
            for phone, name in ((False, "desk, 1440 x 900"), (True, "phone, 390 x 844")):
                drawn = measure_moves(browser, server.url, phone=phone)
                changed, shown = zip(*drawn, strict=True)
                moves.add_row(name, str(len(drawn)), format_quantiles(changed), format_quantiles(shown))
                turned = measure_turning(browser, server.url, phone=phone)
                tower.add_row(name, *turned.format())
        finally:
            server.stop()
    tower.caption = f"drawn by {turned.renderer}"
    console = Console(width=120)
    console.print(moves)
    console.print(tower)


if __name__ == "__main__":
    main()
