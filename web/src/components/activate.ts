// Keyboard support for SVG elements with the role of a button: browsers give it to <button> only.

/** A keydown handler that acts on Enter and space, and keeps the key from the shortcuts of the page. */
export function onActivate(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
