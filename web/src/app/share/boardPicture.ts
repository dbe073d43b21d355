// Draws the board as it is on the screen as a PNG: SVGs, the canvas of a 3D board, and the boxes and texts around them.

const LONGEST_SIDE = 1600;
const MARGIN = 16;

/** What of an SVG comes from style sheets, which a picture of it does not have. */
const STYLES = [
  "display", "visibility", "opacity", "color", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width",
  "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset", "paint-order",
  "vector-effect", "transform", "transform-origin", "transform-box", "font-family", "font-size", "font-weight",
  "font-style", "font-variant-numeric", "letter-spacing", "text-anchor", "dominant-baseline", "mix-blend-mode",
]; // prettier-ignore

type Paint = (context: CanvasRenderingContext2D) => void;
interface Part {
  box: DOMRect;
  paint: Paint;
}

/** Draw what an element shows, without the buttons in it. */
export async function drawBoard(board: HTMLElement): Promise<Blob> {
  const parts = await collect(board);
  const left = Math.min(...parts.map(({ box }) => box.left)) - MARGIN;
  const top = Math.min(...parts.map(({ box }) => box.top)) - MARGIN;
  const width = Math.max(...parts.map(({ box }) => box.right)) + MARGIN - left;
  const height = Math.max(...parts.map(({ box }) => box.bottom)) + MARGIN - top;
  const scale = LONGEST_SIDE / Math.max(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d")!;
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(-left, -top);
  for (const { paint } of parts) paint(context);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Everything below an element that is to be painted, in order. */
async function collect(element: Element): Promise<Part[]> {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0 || isControl(element)) return [];
  const style = getComputedStyle(element);
  if (style.visibility === "hidden") return [];
  if (element instanceof SVGSVGElement) {
    const image = await rasterize(element, box);
    return [{ box, paint: (context) => context.drawImage(image, box.x, box.y, box.width, box.height) }];
  }
  if (element instanceof HTMLCanvasElement)
    return [{ box, paint: (context) => context.drawImage(element, box.x, box.y, box.width, box.height) }];
  const parts: Part[] = hasBox(style) ? [{ box, paint: (context) => paintBox(context, box, style) }] : [];
  for (const child of element.childNodes) {
    if (child instanceof Element) parts.push(...(await collect(child)));
    else if (child instanceof Text) parts.push(...collectWords(child, style));
  }
  return parts;
}

/** Buttons, what holds nothing but them, and texts that are not part of the board. */
function isControl(element: Element): boolean {
  if (element.matches("button, .unseen, [role=alert]")) return true;
  return element.childElementCount > 0 && [...element.children].every((child) => child.matches("button"));
}

function hasBox(style: CSSStyleDeclaration): boolean {
  return !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor) || parseFloat(style.borderTopWidth) > 0;
}

function paintBox(context: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): void {
  const border = parseFloat(style.borderTopWidth);
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, parseFloat(style.borderTopLeftRadius) || 0);
  context.fillStyle = style.backgroundColor;
  context.fill();
  if (border === 0) return;
  context.lineWidth = border;
  context.strokeStyle = style.borderTopColor;
  context.stroke();
}

/** The words of a text, each where it stands. */
function collectWords(text: Text, style: CSSStyleDeclaration): Part[] {
  return [...text.data.matchAll(/\S+/g)].map((match) => {
    const range = document.createRange();
    range.setStart(text, match.index);
    range.setEnd(text, match.index + match[0].length);
    const box = range.getBoundingClientRect();
    const paint: Paint = (context) => {
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      context.fillStyle = style.color;
      context.textBaseline = "middle";
      context.fillText(match[0], box.x, box.y + box.height / 2);
    };
    return { box, paint };
  });
}

/** An SVG of the page as an image that needs no style sheet and no font. */
async function rasterize(svg: SVGSVGElement, box: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  for (const [index, original] of originals!.entries()) {
    const style = getComputedStyle(original);
    const target = copies![index]!;
    target.removeAttribute("class");
    for (const name of STYLES) target.style.setProperty(name, style.getPropertyValue(name));
  }
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  if (svg.querySelector("text")) {
    const fonts = document.createElementNS("http://www.w3.org/2000/svg", "style");
    fonts.textContent = await embedFonts();
    copy.prepend(fonts);
  }
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

let fonts: Promise<string> | undefined;

/** The fonts of the page as style rules that hold them: a picture may load nothing. */
function embedFonts(): Promise<string> {
  fonts ??= Promise.all(
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(async ({ style, parentStyleSheet }) => {
        const address = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue("src"))?.[1];
        if (address === undefined) return "";
        const response = await fetch(new URL(address, parentStyleSheet?.href ?? location.href));
        const data = await readAsDataUrl(await response.blob());
        const [family, weight] = ["font-family", "font-weight"].map((name) => style.getPropertyValue(name));
        return `@font-face{font-family:${family};font-weight:${weight};src:url(${data})}`;
      }),
  ).then((rules) => rules.join(""));
  return fonts;
}

export function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error("unreadable"));
    reader.readAsDataURL(blob);
  });
}
