import sharp from 'sharp';
import { type Outline, outlineText, type Weight } from '../../documents/outline-text.ts';

export const COLOURS = {
  leaf: '#14532d',
  paper: '#fbf6ea',
  card: '#fffdf8',
  edge: '#e2d8c0',
  ink: '#1d2a20',
  soft: '#566052',
  turmeric: '#f4b82e',
  onLeaf: '#fdf8ea',
  onLeafSoft: '#cfe3c9',
  dearer: '#9a2f17',
  band: '#f3e3c6',
  line: '#b05a00',
};

/** The smallest scale to which a long text is shrunk. A text that is still too long is cut off. */
export const SMALLEST = 0.72;
const HEADER_HEIGHT = 132;

export interface Line {
  text: string;
  size: number;
  weight: Weight;
  fill: string;
  x: number;
  baseline: number;
  most: number;
  isAtEnd?: true;
  smallest?: number;
}

interface Picture {
  width: number;
  height: number;
  shapes: string;
  lines: Iterable<Line>;
  /** The number of colours. With 16 the file is half as large, but edges are coarser. */
  colours: 16 | 48;
}

/** Draws a PNG. Each text is drawn as outlines of the bundled fonts. */
export function drawPicture({ width, height, shapes, lines, colours }: Picture): Promise<Buffer> {
  const paths = Array.from(lines, drawLine);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${COLOURS.paper}"/>${shapes}${paths.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours, dither: 0, effort: 1 }).toBuffer();
}

export function headerShapes(width: number, margin: number): string {
  const awning = Array.from({ length: Math.ceil(width / 50) }, (_, at) => {
    const fill = at % 2 === 0 ? COLOURS.leaf : COLOURS.turmeric;
    return `<circle cx="${at * 50 + 25}" cy="${HEADER_HEIGHT}" r="25" fill="${fill}"/>`;
  });
  return `${awning.join('')}<rect width="${width}" height="${HEADER_HEIGHT}" fill="${COLOURS.leaf}"/><g transform="translate(${margin} 18) scale(1.5)">${SIGN}</g>`;
}

export function* headerLines(
  { market, place }: { market: string; place: string },
  { width, margin }: { width: number; margin: number },
): Generator<Line> {
  const besideSign = { x: margin + 112, most: width - 2 * margin - 112 };
  yield { text: market, size: 42, weight: 'bold', fill: COLOURS.onLeaf, baseline: 66, ...besideSign };
  yield { text: place, size: 26, weight: 'regular', fill: COLOURS.onLeafSoft, baseline: 108, ...besideSign };
}

const SIGN = `<path fill="#8fce9a" d="M31 55c-9-4-13-12-11-21 9 2 13 10 11 21z"/><path fill="#c9ecc4" d="M33 55c-2-11 2-19 11-21 2 9-2 17-11 21z"/><path fill="${COLOURS.turmeric}" d="M12 10h40l4 14H8zM8 24h9.6v2a4.8 4.8 0 0 1-9.6 0zM28 24h8v2a4 4 0 0 1-8 0zM46.4 24H56v2a4.8 4.8 0 0 1-9.6 0z"/><path fill="${COLOURS.onLeaf}" d="M21 10h7.5L28 24H17.5zM43 10h-7.5L36 24h10.5zM17.6 24H28v2a5.2 5.2 0 0 1-10.4 0zM36 24h10.4v2a5.2 5.2 0 0 1-10.4 0z"/>`;

function drawLine({ text, size, weight, fill, x, baseline, most, isAtEnd, smallest = SMALLEST }: Line): string {
  const outline = fitted((letters) => outlineText(letters, size, weight), text, most / smallest);
  const scale = Math.min(1, most / outline.width);
  const left = isAtEnd ? x - outline.width * scale : x;
  return `<path fill="${fill}" transform="translate(${left.toFixed(1)} ${baseline}) scale(${scale.toFixed(3)})" d="${outline.path}"/>`;
}

function fitted(draw: (text: string) => Outline, text: string, most: number): Outline {
  const whole = draw(text);
  // The tolerance of one unit allows for rounding: the size of the text may have been computed from this width.
  if (whole.width <= most + 1) return whole;
  const letters = Array.from(new Intl.Segmenter('und').segment(text), ({ segment }) => segment);
  const cutAt = (count: number) => draw(`${letters.slice(0, count).join('').trimEnd()}…`);
  let fits = 1;
  for (let tooMany = letters.length; tooMany - fits > 1; ) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (cutAt(middle).width <= most) fits = middle;
    else tooMany = middle;
  }
  return cutAt(fits);
}
