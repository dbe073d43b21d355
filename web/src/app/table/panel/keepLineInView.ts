// Keeps one line of a list that scrolls in view.

/** An attachment that scrolls the list, and nothing around it, to a line; also when the list gets another size. */
export function keepLineInView(index: number): (list: HTMLElement) => () => void {
  return (list) => {
    const scroll = () => {
      const line = list.children[index]?.getBoundingClientRect();
      const view = list.getBoundingClientRect();
      if (!line) return;
      // Of a line that is higher than the list, the beginning.
      if (line.top < view.top || line.height > view.height) list.scrollTop += line.top - view.top;
      else if (line.bottom > view.bottom) list.scrollTop += line.bottom - view.bottom + 2;
    };
    scroll();
    const observer = new ResizeObserver(scroll);
    observer.observe(list);
    return () => observer.disconnect();
  };
}
