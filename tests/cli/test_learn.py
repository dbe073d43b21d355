"""`ludotheque learn`: lessons in a terminal."""

import pytest

from ludotheque.cli.playing.exercise import HELP
from ludotheque.cli.playing.learn import LAST
from ludotheque.core.teaching.rulebook import LANGUAGES
from tests.cli.conftest import Run


def test_a_lesson_goes_on_when_the_answer_is_right(run: Run) -> None:
    learned = run("learn", "tsuro", typed=("", "m", "99", "c3=6", "a4=14", "a4=6", "b", "1", "b4=33", "q"))
    assert learned.code == 0
    said = " ".join(learned.out.split())
    assert said.count(" ".join(HELP["en"].split())) == 2
    assert "1 a4=6 tile 6" in said
    assert "The moves are numbered from 1 to" in said
    assert "✗ The tile goes on the square in front of the marker, which is a4, not on c3." in said, "the rules’ reason"
    assert "✗ This one takes you up to a5 or down to a3." in said
    assert "✓ Your marker goes as far as its line goes, here to b4." in said
    assert "Ada lays tile 34 on f3." in said
    assert said.index("✓ In the middle") < said.index("2/8 Others move, too")
    assert learned.out.endswith("To go on from here: ludotheque learn tsuro --lesson 2\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("course", [("tsuro",), ("tsuro", "--edition", "kosmos"), ("tao",), ("turris",)], ids="".join)
def test_all_lessons_can_be_gone_through_by_their_answers(run: Run, course: tuple[str, ...], language: str) -> None:
    learned = run("learn", *course, "--language", language, typed=("a",) * 30)
    assert learned.code == 0
    assert LAST[language].partition(".")[0] in learned.out
    assert "✗" not in learned.out


def test_a_wrong_move_without_words_is_explained_by_what_it_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ludotheque.core.records.notes.Question.answer", lambda self, move: self.answers[0].__class__(None, False)
    )
    learned = run("learn", "tsuro", "--lesson", 4, typed=("f1=18r1",))
    assert "✗ Player 1 lays tile 18" in learned.out
    assert "Ada goes over the edge" in " ".join(learned.out.split())


def test_who_goes_on_later_learns_the_same_edition_in_the_same_language(run: Run) -> None:
    learned = run("learn", "tsuro", "--edition", "kosmos", "--lesson", 2, "--language", "de", typed=("q",))
    command = "ludotheque learn tsuro --edition kosmos --lesson 2 --language de"
    assert learned.out.endswith(f"Hier geht es weiter: {command}\n")
    assert run(*command.split()[1:], typed=("q",)).out == learned.out


def test_the_end_of_the_input_ends_the_lesson(run: Run) -> None:
    learned = run("learn", "tsuro", "--lesson", 3)
    assert learned.code == 0
    assert learned.out.endswith("--lesson 3\n")


def test_what_cannot_be_learned_is_said(run: Run) -> None:
    wrong = run("learn", "tsuro", "--lesson", 9)
    assert (wrong.code, wrong.err) == (2, "ludotheque: --lesson must be from 1 to 8, not 9.\n")


@pytest.mark.usefixtures("with_nim")
def test_a_game_without_lessons_says_so(run: Run) -> None:
    none = run("learn", "nim")
    assert (none.code, none.err) == (2, "ludotheque: Nim has no lessons; ludotheque rules nim tells how to play.\n")
