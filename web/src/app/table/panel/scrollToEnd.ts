// Keeps the newest line of a list in view.

/** An attachment that scrolls to the end; it runs again whenever `_lineCount` changes. */
export function scrollToEnd(_lineCount: number): (list: HTMLElement) => void {
  return (list) => (list.scrollTop = list.scrollHeight);
}
