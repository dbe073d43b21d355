"""Pictures as pixels: their sizes, their colours, and games as animations."""

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from ludotheque.core.game import CHANCE
from ludotheque.core.match import list_stops
from ludotheque.core.pictures import raster
from ludotheque.core.pictures.palette import ACCENT, FAINT, PAPER, SEAT_COLOURS
from ludotheque.core.pictures.raster import (
    FRAME_TIMES,
    LAST_TIME,
    MOST_FRAMES,
    Animation,
    AnimationFormat,
    choose_frames,
    draw_animation,
    draw_picture,
    draw_preview,
    list_durations,
    rasterise,
    read_size,
)
from ludotheque.core.pictures.svg import document, element, text


def draw_dot(x: float, seat: int = 0, height: float = 100) -> str:
    dot = element("rect", x=x, y=height - 60, width=20, height=20, fill=SEAT_COLOURS[seat])
    return document(200, height, dot, title="a dot")


def read(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def as_colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(name.removeprefix("#")))


def test_a_picture_is_as_large_as_it_says_or_as_it_fits() -> None:
    assert rasterise(draw_dot(10)).size == (200, 100)
    assert rasterise(draw_dot(10), (400, 400)).size == (400, 200)
    assert rasterise(draw_dot(10), (1000, 50)).size == (100, 50)
    assert read(draw_picture(draw_dot(10), 300)).size == (300, 150)
    preview = read(draw_preview(draw_dot(10)))
    assert preview.size == (1200, 630)
    assert preview.getpixel((5, 5)) == as_colour(PAPER)


def test_texts_are_drawn_with_whatever_fonts_there_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the typeface of the client, if that is built, and otherwise with one of the system, if it has any."""
    words = document(200, 100, text("Ludothèque", 10, 60, 30), title="words")
    rasterise(words)
    raster._find_fonts.cache_clear()
    monkeypatch.setattr(raster, "_FONTS", tmp_path)
    assert rasterise(words).size == (200, 100)
    raster._find_fonts.cache_clear()


@pytest.mark.parametrize(
    "wrong", ["<svg/>", '<svg viewBox="0 0 a">', '<svg viewBox="0 0 0 5">', '<svg viewBox="0 0 1">']
)
def test_a_picture_without_a_size_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"size|could not convert"):
        read_size(wrong)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_game_is_shown_position_by_position_in_its_own_colours(kind: AnimationFormat) -> None:
    pictures = [draw_dot(10 * index, index, 100 + 10 * index) for index in range(5)]
    animation = Animation(pictures, kind)
    told = list(animation.run())
    assert all(before < after for before, after in pairwise(told))
    assert told[-1] == 1
    with read(animation.data) as film:
        assert film.n_frames == 5  # type: ignore[attr-defined] # it is an animation
        assert film.info["loop"] == 0
        width, height = film.size
        assert width == 800
        durations = []
        for index in range(5):
            film.seek(index)
            frame = film.convert("RGB")
            durations.append(film.info["duration"])
            assert frame.getpixel((3, 300)) == as_colour(PAPER)
            # Pictures of other heights stand on the same ground.
            assert frame.getpixel((40 * index + 40, height - 5 - 4 * 50)) == as_colour(SEAT_COLOURS[index])
            assert frame.getpixel((width - 1, height - 2)) == as_colour(ACCENT if index == 4 else FAINT)
        assert durations == list_durations(5)


def test_an_animation_tells_how_far_it_is() -> None:
    told: list[float] = []
    data = draw_animation([draw_dot(5)], "gif", told.append)
    assert told[-1] == 1
    with read(data) as film:
        assert film.size[0] == 800
    with pytest.raises(ValueError, match="at least one"):
        draw_animation([], "gif")


def test_many_colours_are_brought_down_to_those_of_a_gif() -> None:
    gradient = "".join(
        element("rect", x=x, y=0, width=1, height=100, fill=f"#{x:02x}{255 - x:02x}{x * 7 % 256:02x}")
        for x in range(200)
    )
    data = draw_animation([document(200, 100, gradient, title="a gradient"), draw_dot(5)], "gif")
    with read(data) as film:
        film.seek(1)
        assert film.convert("RGB").getpixel((30, 30)) == as_colour(PAPER)


def test_paper_is_not_taken_for_what_nearly_has_its_colour() -> None:
    near = "".join(
        element("rect", x=x, y=20, width=10, height=60, fill=f"#{245 + x % 2:02x}{238 + x % 3:02x}e{x % 4}")
        for x in range(0, 150, 10)
    )
    data = draw_animation([document(200, 100, near, title="shades"), draw_dot(5)], "gif")
    with read(data) as film:
        assert film.convert("RGB").getpixel((790, 200)) == as_colour(PAPER)


def test_a_long_game_is_shown_faster_and_a_very_long_one_in_part() -> None:
    shortest, longest = FRAME_TIMES
    assert list_durations(1) == [LAST_TIME]
    assert list_durations(5) == [longest] * 4 + [LAST_TIME]
    assert list_durations(50) == [600] * 49 + [LAST_TIME]
    assert set(list_durations(MOST_FRAMES)) == {shortest, LAST_TIME}
    names = [str(number) for number in range(400)]
    chosen = choose_frames(names)
    assert len(set(chosen)) == MOST_FRAMES
    assert (chosen[0], chosen[-1]) == ("0", "399")
    assert choose_frames(names[:3]) == names[:3]


def test_what_chance_does_is_folded_into_the_decision_before_it() -> None:
    assert list_stops([]) == [0]
    assert list_stops([CHANCE, CHANCE, 0, CHANCE, 1, 0]) == [2, 4, 5, 6]
    assert list_stops([0, CHANCE]) == [0, 2]
