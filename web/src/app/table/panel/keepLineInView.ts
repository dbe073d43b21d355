// Keeps one line of a list that scrolls in view.

/** An attachment that scrolls the list, and nothing around it, to a line; also when the list gets another size. */
export function keepLineInView(index: number): (list: HTMLElement) => () => void {
  return (list) => {
    const scroll = () => {
      const line = list.children[index]?.getBoundingClientRect();
      const view = list.getBoundingClientRect();
      if (!line) return;
      if (line.bottom > view.bottom) list.scrollTop += line.bottom - view.bottom + 2;
      else if (line.top < view.top) list.scrollTop += line.top - view.top;
    };
    scroll();
    const observer = new ResizeObserver(scroll);
    observer.observe(list);
    return () => observer.disconnect();
  };
}
