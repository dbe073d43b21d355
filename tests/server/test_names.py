"""Which names people may take, and which look alike."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.errors import Refused
from ludotheque.server.identity.names import check_label, check_name, look_alike, tell_apart

WORDS = Path(__file__).parent.parent.parent / "web" / "src" / "i18n"


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "Łukasz", "Zoë", "Nguyễn", "Jean-Luc", "O'Neill & <b>sons</b>", "x" * 24, "4711", "x_x", "Dr. No",
        "王小明", "山田たろう", "カタカナ", "김민준", "สมชาย", "अनन्या", "Анна", "Αθηνά", "محمد", "דוד", "ანა", "Անի",
        "Ann 🎲", "❤️", "1️⃣", "👍🏽", "👩‍🚀", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🙂‍↔️", "♥", "𝕬𝖓𝖓",
        "ශ්‍රී",  # joins after a virama
        "نیک‌نام",  # does not join between Arabic letters
        "Paul Анна", "Анна-Ann", "Peter王",  # one alphabet a word, or scripts that nobody takes for each other
        "Botond", "Abbot", "Talbot", "Robot", "Ann's bot", "my bot", "Bottom", "Maestro", "Master Yoda",
    ],
)  # fmt: skip
def test_a_name_may_be_what_people_write(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 25, "\u3000\u00a0",
        "a\x00b", "a\x1b[31m", "\u202eevil", "a\u2066b", "\ufeff", "\ud800", "\ue000", "\u0378",
        "\u200d", "\u200c", "\u200b", "\u180e", "\u2060", "a\u200db", "Ann\u200d", "\u200dAnn", "a\u200cb", "👩\u200d",
        "👩\u200da", "a\u200d👩",
        "\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", "\u17b4", "\U0001d159", "\ufffc",
        "\u3164 \u3164", "Ann\u3164", "An\u2800n", "\ufe0f", "\ufe00", "\U000e0100", "\u180b",
        "\u0301", "\u0301a", "a \u0301", "\u20e3", "\u0903", "Z" + "\u0334\u0321\u0322\u031b\u0335",
        "...", "—", "'", "?!", "( )",
    ],
)  # fmt: skip
def test_a_name_can_be_seen_and_does_nothing(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ann  \t of Green   Gables ", "Ann of Green Gables"),
        ("Zoe\u0308", "Zoë"),
        ("A\ufe0fnn", "Ann"),
        ("葛\U000e0100", "葛"),
    ],
)
def test_a_name_is_shown_in_one_way_of_writing_it(name: str, shown: str) -> None:
    assert check_name(name) == shown


@given(st.text(max_size=40))
def test_a_name_that_is_taken_stays_as_it_is(name: str) -> None:
    try:
        checked = check_name(name)
    except Refused:
        return
    assert check_name(checked) == checked
    assert checked.replace("\u200d", "").replace("\u200c", "").isprintable()


@pytest.mark.parametrize("name", ["Pаul", "Аnn", "Ρaul", "Joаn 2", "Анηа", "Ꭺnn", "Օmar"])
def test_two_alphabets_in_a_word_are_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == "mixed_name"


@pytest.mark.parametrize(
    "name",
    [
        "bot:master", "bot:random", "bot:", "Bot: Zoe", "BOT", "Bot 3", "bot3", "B0T 1", "b.o.t", "[bot] easy",
        "Ｂｏｔ ３", "Bót 3", "MEDIUM BOT", "easy_bot", "вот 3", "𝐁𝐨𝐭 𝟑",
    ],
)  # fmt: skip
def test_nobody_passes_for_a_bot(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.code == "bot_name"


@pytest.mark.parametrize("language", ["en", "fr", "it", "de"])
def test_every_name_that_the_page_gives_to_a_bot_is_refused(language: str) -> None:
    text = (WORDS / f"{language}.ts").read_text(encoding="utf-8")
    [levels] = re.findall(r"levels: \{(.*?)\}", text, re.DOTALL)
    [written] = re.findall(r"botName: \(.*?\) => `(.*)`", text)
    names = re.findall(r'\w+: "(.*?)"', levels)
    assert len(names) == 6
    for level, seat in product(names, (1, 8)):
        name = re.sub(r"\$\{level.*?\}", level, written).replace("${seat}", str(seat))
        with pytest.raises(Refused) as refused:
            check_name(name)
        assert refused.value.code == "bot_name", name


ALIKE = [
    ("Ann", "ANN"), ("Ann", "Ann."), ("Ann", "A n n"), ("Zoé", "Zoe"), ("Ian", "lan"), ("Ian", "1an"), ("Bob", "B0b"),
    ("Ann", "Ａｎｎ"), ("Ann", "𝕬𝖓𝖓"), ("Łukasz", "Lukasz"), ("TOM", "ТОМ"), ("Cope", "Соре"), ("Tania", "ΤΑΝΙΑ"),
    ("Arno", "Amo"), ("Wim", "VVim"), ("Straße", "STRASSE"), ("👩‍🚀", "👩🚀"), ("Νίκος", "ΝΙΚΟΣ"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_look_alike(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)
    assert tell_apart(name, [other]) == f"{name} (2)"


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ann", "Anne"), ("Ian", "Jan"), ("lan", "ian"), ("Lian", "Ilan"), ("Ann", "Ann (2)"),
     ("Guest 1000", "Guest 1001"), ("王小明", "王大明"), ("Ann 👍", "Ann"), ("Анна", "Инна")],
)  # fmt: skip
def test_names_do_not_look_alike(name: str, other: str) -> None:
    assert not look_alike(name, other)
    assert tell_apart(name, [other]) == name


def test_the_number_is_the_first_that_tells_a_name_apart() -> None:
    assert tell_apart("Ann", []) == "Ann"
    assert tell_apart("Ann", ["Ben", "ann", "Ann (2)", "Ann 3"]) == "Ann (4)"


def test_a_label_may_name_a_bot_but_must_be_seen() -> None:
    assert check_label(" bot:master ") == "bot:master"
    with pytest.raises(Refused):
        check_label("\u3164")
