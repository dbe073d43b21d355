"""Which names players may have, and which names look alike. Names are shown as they are written.

A name must be visible, must not look like a bot's, and must not mix alphabets within a word. Two names look alike if
they are equal without case and accents, or if their letters have the same shapes. Players with look-alike names may
play together: the later one is shown with a number, "Ann (2)".
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from ludotheque.bots.bot import BOTS
from ludotheque.server.bounds import LONGEST_LABEL, LONGEST_NAME
from ludotheque.server.errors import Refused

MOST_MARKS = 4
"""How many combining marks may follow each other; a long stack would cover the lines above and below."""

_JOINER, _NON_JOINER = "\u200d", "\u200c"
_VIRAMA = 9  # the canonical combining class of the sign after which Indic letters join
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BLANK = frozenset(
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers
    "\u2800"  # the Braille pattern without dots
    "\u034f\u17b4\u17b5\U00016fe4"  # marks that are never drawn
    "\U0001d159\ufffc\ufffd\U00013441\U00013442"  # stand-ins for something else
)
"""Characters that are invisible although their Unicode category does not say so."""
_STYLES = "\ufe0e\ufe0f"
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "GEORGIAN"})
"""Scripts with look-alike letters, which must not be mixed. Others may be: Japanese is written in three."""

_LOOKS_LIKE = {
    # Latin, and digits. A plain stroke is "1"; a small i and a capital L can be told apart.
    "Il1|": "1",
    "0": "o",
    "ı": "i", "ȷ": "j", "ł": "1", "Ł": "l", "øØ": "o", "đĐ": "d", "ħĦ": "h", "ŧŦ": "t", "ɑ": "a", "ɡ": "g",
    # Cyrillic
    "АаӘә": "a", "ВвЬь": "b", "СсҪҫ": "c", "ԁԀ": "d", "Ее": "e", "Ԍԍ": "g", "НнҺһ": "h", "і": "i", "ІӀӏ": "1",
    "Јј": "j", "Кк": "k", "Мм": "m", "п": "n", "ОоӨө": "o", "Рр": "p", "Ԛԛ": "q", "г": "r", "Ѕѕ": "s", "Тт": "t",
    "Ѵѵ": "v", "Ԝԝш": "w", "Хх": "x", "УуҮү": "y", "З": "3", "з": "3",
    # Greek. Capital and small letter often look like different Latin ones.
    "Αα": "a", "Ββ": "b", "Ϲϲ": "c", "Εε": "e", "Η": "h", "ι": "i", "Ι": "1", "Ϳϳ": "j", "Κκ": "k", "Μ": "m",
    "Νη": "n", "Οοσ": "o", "Ρρ": "p", "Ττ": "t", "υ": "u", "ν": "v", "ω": "w", "Χχ": "x", "Υγ": "y", "Ζ": "z",
    # Armenian and Cherokee
    "Օօ": "o", "ո": "n", "Սս": "u", "հ": "h", "Տ": "s", "Լ": "l", "զ": "q", "ց": "g", "յ": "j",
    "Ꭺ": "a", "Ᏼ": "b", "Ꮯ": "c", "Ꭰ": "d", "Ꭼ": "e", "Ꮐ": "g", "Ꮋ": "h", "Ꭵ": "i", "Ꭻ": "j", "Ꮶ": "k", "Ꮮ": "l",
    "Ꮇ": "m", "Ꮲ": "p", "Ꮢ": "r", "Ꮪ": "s", "Ꭲ": "t", "Ꮩ": "v", "Ꮃ": "w", "Ꮓ": "z",
}  # fmt: skip
_SHAPES = str.maketrans({letter: shape for letters, shape in _LOOKS_LIKE.items() for letter in letters})

_LEVELS = (
    *BOTS,
    *("impulsive", "au hasard", "impulsif", "facile", "moyen", "difficile", "maître"),
    *("casuale", "impulsivo", "medio", "maestro"),
    *("zufall", "impulsiv", "leicht", "mittel", "schwer", "meister"),
)
"""The names of bots' levels in the four languages of the client."""


def check_name(name: str) -> str:
    """Normalise a player's name to the form that is stored and shown. Raises Refused if it is not allowed."""
    name = _check_text("name", name, LONGEST_NAME)
    if not any(unicodedata.category(character)[0] in "LN" or _is_picture(character) for character in name):
        raise Refused("bad_name", "A name needs a letter, a digit or a picture, not only signs.")
    if _is_mixed(name):
        raise Refused("mixed_name", "A word of a name is written in one alphabet, because letters of two look alike.")
    if _is_bot(name):
        raise Refused("bot_name", "Only bots have such a name here. Choose another one.")
    return name


def name_guest(player_id: str) -> str:
    """Return the name of a player who has not chosen one. It is derived from the id, so no flag need be stored."""
    return f"Guest {_number_guest(player_id)}"


def find_guest_number(player_id: str | None, name: str | None) -> int | None:
    """Return the number of a guest, for clients that translate "Guest"; None if the name was chosen."""
    if player_id is None or name is None or not name.startswith("Guest "):
        return None
    return _number_guest(player_id) if name == name_guest(player_id) else None


def _number_guest(player_id: str) -> int:
    return int.from_bytes(hashlib.sha256(player_id.encode()).digest()[:2]) % 9000 + 1000


def check_label(label: str) -> str:
    """Normalise the label of a token. Raises Refused if it is not allowed."""
    return _check_text("label", label, LONGEST_LABEL)


def look_alike(name: str, other: str) -> bool:
    """Whether people could mistake one name for the other."""
    return any(
        compare(name) == compare(other)
        for compare in (_fold, _map_to_shapes, lambda written: _map_to_shapes(_strip_marks(written).upper()))
    )


def tell_apart(name: str, others: Iterable[str]) -> str:
    """Return a name as shown among others: unchanged, or with the first number that makes it distinct."""
    others = [*others]
    shown, number = name, 1
    while any(look_alike(shown, other) for other in others):
        number += 1
        shown = f"{name} ({number})"
    return shown


# ── Visibility ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_text(what: str, text: str, longest: int) -> str:
    text = unicodedata.normalize("NFC", _drop_selectors(unicodedata.normalize("NFC", text)))
    text = " ".join(text.split())
    if not 1 <= len(text) <= longest:
        raise Refused("bad_name", f"A {what} has 1 to {longest} characters, not {len(text)}.")
    marks = MOST_MARKS  # the first character must not be one
    for index, character in enumerate(text):
        category = unicodedata.category(character)
        marks = marks + 1 if category[0] == "M" else MOST_MARKS if character == " " else 0
        # Control and format characters could reverse the surrounding text or hide parts of it.
        is_unseen = category in _UNSEEN and not _is_joining(text, index)
        if is_unseen or character in _BLANK or marks > MOST_MARKS:
            raise Refused("bad_name", f"A {what} has only characters that can be seen.")
    return text


def _drop_selectors(text: str) -> str:
    """Remove variation selectors, which are invisible, except where they select text or emoji style."""

    def drop(found: re.Match[str]) -> str:
        before = text[found.start() - 1 : found.start()]
        is_style = found[0] in _STYLES and before and (before in "0123456789#*‼⁉〰" or _is_picture(before))
        return found[0] if is_style else ""

    return _SELECTORS.sub(drop, text)


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sm"}


def _is_joining(text: str, index: int) -> bool:
    """Whether a joiner is meaningful here: between emoji, or where a script needs it (RFC 5892, appendix A)."""
    character, after = text[index], text[index + 1 : index + 2]
    if character not in {_JOINER, _NON_JOINER} or not after:
        return False
    if index and unicodedata.combining(text[index - 1]) == _VIRAMA:
        return unicodedata.category(after)[0] == "L"
    before = _TONES.sub("", _SELECTORS.sub("", text[:index]))[-1:]
    if not before:
        return False
    if character == _JOINER:
        return _is_picture(before) and _is_picture(after)
    return all(unicodedata.bidirectional(letter) == "AL" for letter in (before, after))


# ── Look-alikes ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_mixed(name: str) -> bool:
    """Whether a word mixes letters of two look-alike alphabets."""
    for word in re.findall(r"\w+", _strip_marks(name)):
        scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter.isalpha()}
        if len(scripts & _ALPHABETS) > 1:
            return True
    return False


def _is_bot(name: str) -> bool:
    """Whether a name looks like a bot's in records or in the client: "bot:easy", "Easy bot 2", "Bot 2 (leicht)"."""
    words = re.findall(r"[^\W_]+", _strip_marks(name))
    letters = _flatten("".join(word.rstrip("0123456789") for word in words))
    return bool(_BOT_NAME.fullmatch(letters)) or _flatten(name.partition(":")[0]) == "bot" != _flatten(name)


def _strip_marks(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c)[0] != "M")


def _keep_signs(text: str) -> str:
    """Keep letters, digits and emoji: spaces and punctuation do not distinguish names."""
    return "".join(c for c in text if unicodedata.category(c) in {"So", "Sm"} or unicodedata.category(c)[0] in "LN")


def _fold(name: str) -> str:
    """Return a name without case and accents."""
    return _keep_signs(_strip_marks(_strip_marks(name).casefold()))


def _map_to_shapes(name: str) -> str:
    """Replace every letter by the Latin letter of the same shape."""
    shapes = _strip_marks(name).translate(_SHAPES).casefold()
    return _keep_signs(shapes).replace("rn", "m").replace("vv", "w")


def _flatten(text: str) -> str:
    """Return the shapes with i, l and 1 unified, because in some fonts all three are a stroke."""
    return _map_to_shapes(text).replace("i", "1").replace("l", "1")


_LEVEL = "|".join(sorted({_flatten(level) for level in _LEVELS}))
_BOT_NAME = re.compile(f"({_LEVEL})?bot({_LEVEL})?")
