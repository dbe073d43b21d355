"""What tests of layout measure: whether things are on the screen, and whether their text is cut or broken."""

from collections.abc import Iterable

from playwright.sync_api import Locator, Page, ViewportSize, expect

PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 360, "height": 740}
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SMALL_DESK: ViewportSize = {"width": 1280, "height": 800}

LANGUAGES = ("en", "fr", "it", "de")


def speak(page: Page, language: str) -> None:
    """Show the same page in another language, as if it had been chosen in another tab."""
    choose = """newValue => {
        localStorage.setItem("ludotheque.language", newValue);
        dispatchEvent(new StorageEvent("storage", { key: "ludotheque.language", newValue }));
    }"""
    page.evaluate(choose, language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def resize(page: Page, size: ViewportSize) -> None:
    """Resize the window, and wait until the page has been laid out and drawn in it."""
    page.set_viewport_size(size)
    page.evaluate("scrollTo(0, 0)")
    wait_for_frame(page)


def wait_for_frame(page: Page) -> None:
    """Wait until everything that has happened so far has been laid out and drawn."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def is_on_screen(place: Locator) -> bool:
    """Whether all of an element is in the window, without scrolling."""
    expect(place).to_be_visible()
    within = """node => {
        const { top, left, bottom, right } = node.getBoundingClientRect();
        return top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    }"""
    return bool(place.evaluate(within))


def begins_in_view(line: Locator) -> bool:
    """Whether a line begins in the part that is shown of the list it is in."""
    begins = "node => node.getBoundingClientRect().top >= node.parentElement.getBoundingClientRect().top - 1"
    return bool(line.evaluate(begins))


IS_CUT = """node => {
    const [own, around] = [node.getBoundingClientRect(), node.parentElement.getBoundingClientRect()];
    return node.scrollWidth > node.clientWidth || own.right > around.right + 1 || own.left < around.left - 1;
}"""


def find_cut_texts(places: Locator) -> list[str]:
    """Give the texts of those elements that do not fit into them, or that stick out of what they are in."""
    texts: list[str] = places.evaluate_all(f"nodes => nodes.filter({IS_CUT}).map(node => node.textContent.trim())")
    return texts


def find_cut_names(places: Locator, renamed: str, names: Iterable[str]) -> list[str]:
    """Give each of the names to those of the elements that a selector matches; give the texts that are cut then."""
    rename_and_measure = f"""(nodes, [renamed, names]) => {{
        const chosen = nodes.filter(node => node.matches(renamed));
        if (!chosen.length) throw new Error(`nothing matches ${{renamed}}`);
        return names.flatMap(name => {{
            for (const node of chosen) node.textContent = name;
            return nodes.filter({IS_CUT}).map(node => node.textContent.trim());
        }});
    }}"""
    texts: list[str] = places.evaluate_all(rename_and_measure, [renamed, list(names)])
    return texts


def count_lines(text: Locator) -> int:
    """Count the lines that a text takes."""
    lines: int = text.evaluate(
        "node => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))"
    )
    return lines


def scrolls(page: Page) -> tuple[bool, bool]:
    """Whether the page is wider than the window, and whether it is higher."""
    wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    width, height = page.evaluate("[innerWidth, innerHeight]")
    return wide > width, high > height
