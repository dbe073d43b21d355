"""Pictures as pixels: SVG documents as PNG files, and those of a whole game as one animation.

Texts are drawn in the typeface of the browser client where that is built, whatever fonts the machine has or lacks.
resvg draws without releasing Python's lock, a tenth of a second and more for each picture: a server lets another
process draw.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from PIL import Image, ImageDraw
from resvg_py import svg_to_bytes

from ludotheque.core.pictures.palette import ACCENT, FAINT, PAPER

AnimationFormat: TypeAlias = Literal["gif", "webp"]
ANIMATION_FORMATS: tuple[AnimationFormat, ...] = get_args(AnimationFormat)
Size: TypeAlias = tuple[int, int]

PREVIEW_SIZE = (1200, 630)
"""What sites show best beside a link: 1.91 to 1."""
PREVIEW_MARGIN = 15
PICTURE_WIDTH = 1200
"""The width of a picture on its own."""
ANIMATION_SIZE = (800, 800)
"""What every frame fits into."""
MOST_FRAMES = 150
"""Of longer games some frames are left out, evenly."""
FRAME_TIMES = (350, 900)
"""The shortest and the longest time that a frame is shown, in milliseconds."""
WHOLE_TIME = 30_000
"""How long an animation takes, if its frames are then shown for no shorter and no longer than that."""
LAST_TIME = 4_000
"""How long the last frame is shown before it starts again."""

_SAMPLES = 6
"""From how many frames the colours of a GIF are chosen."""
_COLOURS, _EXACT = 255, 96
"""How many there are, one of the 256 being left for what has not changed since the frame before; and how many of them
are the most frequent ones as they are, so that paper, ink and seats have their colours."""
_FREQUENT, _ALIKE = 12, 10
"""The colours of large areas, and how far from them in each channel no mixed one comes."""
_BAR = 5
"""The height of the bar that shows how far the game is."""
_TYPEFACE, _ANY_TYPEFACE = "Alegreya Sans", "DejaVu Sans"
"""The client's, and what nearly every Linux with a screen has."""
_STYLE = "text { word-spacing: 2px; }"
"""It sets words closer than most typefaces do."""
_FONTS = Path(__file__).parents[2] / "server" / "static" / "fonts"
"""Where the build of the client leaves its typeface in a form that can be drawn with."""


@cache
def _find_fonts() -> tuple[str, ...]:
    return tuple(str(file) for file in sorted(_FONTS.glob("*.ttf")))


def rasterise(picture: str, size: Size | None = None, background: str = PAPER) -> Image.Image:
    """Draw an SVG document, as large as it says or as it fits into a size."""
    fonts = list(_find_fonts())
    family = _TYPEFACE if fonts else _ANY_TYPEFACE

    def draw(**scale: int) -> Image.Image:
        data = svg_to_bytes(
            svg_string=picture,
            background=background,
            font_files=fonts or None,
            font_family=family,
            sans_serif_family=family,
            style_sheet=_STYLE if fonts else None,
            **scale,  # type: ignore[arg-type] # width or height
        )
        with Image.open(BytesIO(data)) as image:
            return image.convert("RGB")

    if size is None:
        return draw()
    width, height = read_size(picture)
    return draw(width=size[0]) if width * size[1] >= height * size[0] else draw(height=size[1])


def read_size(picture: str) -> tuple[float, float]:
    """Read width and height of a document as `core/pictures/svg.py` writes it. Raises ValueError for any other."""
    head = picture[: picture.find(">")]
    _, found, rest = head.partition('viewBox="0 0 ')
    parts = rest.partition('"')[0].split()
    if not found or len(parts) != 2:
        raise ValueError("the picture does not say its size in a viewBox")
    width, height = float(parts[0]), float(parts[1])
    if not (width > 0 and height > 0):
        raise ValueError("the picture has no size")
    return width, height


def draw_picture(picture: str, width: int = PICTURE_WIDTH) -> bytes:
    """Draw an SVG document as a PNG file."""
    return _write_png(rasterise(picture, (width, 4 * width)))


def draw_preview(picture: str, size: Size = PREVIEW_SIZE, margin: int = PREVIEW_MARGIN) -> bytes:
    """Draw an SVG document in the middle of a PNG file of exactly that size: the preview of a link."""
    inner = rasterise(picture, (size[0] - 2 * margin, size[1] - 2 * margin))
    canvas = Image.new("RGB", size, PAPER)
    canvas.paste(inner, ((size[0] - inner.width) // 2, (size[1] - inner.height) // 2))
    return _write_png(canvas)


def _write_png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


class Animation:
    """The positions of a game, one after the other, as one file. `run` draws it step by step."""

    def __init__(self, pictures: Sequence[str], kind: AnimationFormat, size: Size = ANIMATION_SIZE) -> None:
        if not pictures:
            raise ValueError("an animation needs at least one picture")
        self._pictures = choose_frames(pictures)
        self._kind = kind
        sizes = [read_size(picture) for picture in self._pictures]
        widest, highest = max(width for width, _ in sizes), max(height for _, height in sizes)
        self._scale = min(size[0] / widest, size[1] / highest)
        self._size = round(widest * self._scale), round(highest * self._scale) + _BAR
        self.data = b""
        """The file, when it is complete."""

    def run(self) -> Iterator[float]:
        """Draw frame after frame, then write the file; yield how far it is, from 0 to 1."""
        count = len(self._pictures)
        steps = count + 2  # writing takes about as long as some frames
        samples = {index: self._draw(index) for index in _spread(count, min(count, _SAMPLES))}
        colours = _choose_colours(list(samples.values()))
        frames = []
        for index in range(count):
            frame = samples.pop(index, None) or self._draw(index)
            frames.append(frame.quantize(palette=colours, dither=Image.Dither.NONE))
            yield (index + 1) / steps
        self.data = self._write(frames)
        yield 1.0

    def _draw(self, index: int) -> Image.Image:
        """Draw a frame: the picture on the ground of all frames, and below it how far the game is."""
        picture = self._pictures[index]
        width, height = (max(1, round(side * self._scale)) for side in read_size(picture))
        frame = Image.new("RGB", self._size, PAPER)
        image = rasterise(picture, (width, height))
        frame.paste(image, ((self._size[0] - image.width) // 2, self._size[1] - _BAR - image.height))
        draw = ImageDraw.Draw(frame)
        top, (right, bottom) = self._size[1] - _BAR, self._size
        draw.rectangle((0, top, right, bottom), fill=FAINT)
        if index:
            draw.rectangle((0, top, round(right * index / (len(self._pictures) - 1)), bottom), fill=ACCENT)
        return frame

    def _write(self, frames: Sequence[Image.Image]) -> bytes:
        file = BytesIO()
        options: dict[str, object] = {
            "save_all": True,
            "append_images": frames[1:],
            "duration": list_durations(len(frames)),
            "loop": 0,
        }
        if self._kind == "gif":
            options |= {"optimize": False, "disposal": 1}
        else:
            options |= {"lossless": True, "quality": 40, "method": 2}
        frames[0].save(file, self._kind.upper(), **options)
        return file.getvalue()


def list_durations(count: int) -> list[int]:
    """List for how many milliseconds each frame is shown; the last one longer."""
    shortest, longest = FRAME_TIMES
    time = max(shortest, min(longest, WHOLE_TIME // count)) // 10 * 10  # GIF counts hundredths of a second
    return [*[time] * (count - 1), LAST_TIME]


def choose_frames(pictures: Sequence[str]) -> list[str]:
    """Leave out frames, evenly, if they are too many. The first and the last stay."""
    return [pictures[index] for index in _spread(len(pictures), min(len(pictures), MOST_FRAMES))]


def _spread(count: int, wanted: int) -> list[int]:
    """Choose some of the first numbers, as evenly as can be, the first and the last among them."""
    if wanted == 1:
        return [count - 1]
    return [round(number * (count - 1) / (wanted - 1)) for number in range(wanted)]


def _choose_colours(frames: Sequence[Image.Image]) -> Image.Image:
    """Choose the colours of all frames: the most frequent ones, and for the edges between them the nearest ones."""
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(frames)))
    for index, frame in enumerate(frames):
        together.paste(frame, (0, index * height))
    counted = sorted(together.getcolors(together.width * together.height) or (), reverse=True)
    chosen = _list_distinct([_as_channels(colour) for _, colour in counted[: 4 * _EXACT]])[:_EXACT]
    mixed = together.quantize(_COLOURS - _EXACT, method=Image.Quantize.MEDIANCUT).getpalette() or []
    chosen = _list_distinct([*chosen, *zip(mixed[::3], mixed[1::3], mixed[2::3], strict=True)])
    colours = Image.new("P", (1, 1))
    colours.putpalette([channel for colour in chosen[:_COLOURS] for channel in colour])
    return colours


def _list_distinct(colours: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Leave out what nearly equals one of the first: Pillow finds nearest colours roughly, and would confuse them."""
    distinct: list[tuple[int, ...]] = []
    for colour in colours:
        if not any(_are_alike(colour, first) for first in distinct[:_FREQUENT]):
            distinct.append(colour)
    return distinct


def _are_alike(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(abs(a - b) < _ALIKE for a, b in zip(one, other, strict=True))


def _as_channels(colour: object) -> tuple[int, ...]:
    if not isinstance(colour, tuple):
        raise TypeError("a colour of an RGB image has three channels")
    return colour


def draw_animation(
    pictures: Sequence[str], kind: AnimationFormat, on_progress: Callable[[float], None] = lambda _done: None
) -> bytes:
    """Draw the positions of a game as one file."""
    animation = Animation(pictures, kind)
    for done in animation.run():
        on_progress(done)
    return animation.data
