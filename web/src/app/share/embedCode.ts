// What somebody pastes into a page of their own to show a finished game there.

const SIZE = { width: 720, height: 560 };

/** An `iframe` with the game at a ply; null is the end. */
export function writeEmbedCode(origin: string, table: string, ply: number | null, title: string): string {
  const address = `${origin}/embed/${encodeURIComponent(table)}${ply === null ? "" : `?ply=${ply}`}`;
  const attributes = {
    src: address,
    title,
    width: String(SIZE.width),
    height: String(SIZE.height),
    loading: "lazy",
    style: "max-width: 100%; border: 0",
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escape(value)}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
