// Keeps the keyboard focus where it makes sense: a move removes buttons, and a lost focus starts at the top of the page.

/** What takes the focus when something in it is gone: places that screen readers announce by a name. */
const AREAS = "section, fieldset, [role=group], [role=region], [role=tabpanel], main";

type Focusable = HTMLElement | SVGElement;

/** An attachment for the page: when the focused element is removed or disabled, its nearest area gets the focus. */
export function keepFocus(page: HTMLElement): () => void {
  let focused: Focusable | null = null;
  let areas: Focusable[] = [];

  function remember({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement || target instanceof SVGElement) || target.closest("dialog")) return;
    focused = target;
    areas = [];
    for (let at: Element | null = target; at && page.contains(at); at = at.parentElement)
      if (at !== target && at.matches(AREAS)) areas.push(at as Focusable);
  }

  /** Forget what the user has left by choice, such as with a click on the background. */
  function forget({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (target === focused && focused !== null && !isLost(focused) && document.hasFocus()) focused = null;
    });
  }

  const isLost = (element: Focusable) => !element.isConnected || element.matches(":disabled");

  function restore() {
    if (focused === null || !isLost(focused)) return;
    if (document.activeElement !== document.body && document.activeElement !== focused) return;
    const area = areas.find((area) => area.isConnected);
    if (!area) return;
    if (!area.hasAttribute("tabindex")) area.setAttribute("tabindex", "-1");
    area.focus({ preventScroll: true });
  }

  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  page.addEventListener("focusin", remember);
  page.addEventListener("focusout", forget);
  return () => observer.disconnect();
}
