/**
 * The few strokes all product pictures are made of. Every helper gives SVG text. A thing is drawn around its own
 * origin, in pixels of the finished picture, and put in its place with `at`; light falls from the upper left
 * everywhere.
 */

const WIDTH = 640;
const HEIGHT = 480;

/** The house colours, and the greens that go with them. */
export const PAPER = '#fbf6ea';
export const DEEP_LEAF = '#1f4d33';
export const LEAF = '#3c7d47';
export const FRESH_LEAF = '#6ba550';
export const PALE_LEAF = '#a9cb7a';
export const TURMERIC = '#e3a72f';
const INK = '#14261b';

/** The whole picture: a soft tint, a lighter disc behind the goods, a shadow they stand on, and the goods. */
export function picture(tint: string, ...parts: readonly string[]): string {
  const ground = mix(PAPER, tint, 0.3);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>`,
    disc(WIDTH / 2, 228, 206, 206, mix(PAPER, tint, 0.06)),
    disc(WIDTH / 2, 412, 218, 24, mix(ground, INK, 0.11)),
    ...parts,
    '</svg>',
  ].join('');
}

/**
 * The parts moved to (x, y), turned clockwise by degrees and made `size` times as large; a negative size mirrors left
 * to right.
 */
export function at(x: number, y: number, turn: number, size: number, ...parts: readonly string[]): string {
  const scale = size < 0 ? `${size} ${-size}` : `${size}`;
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${parts.join('')}</g>`;
}

/** A flat outline filled with one colour. */
export function flat(outline: string, fill: string): string {
  return `<path d="${outline}" fill="${fill}"/>`;
}

/** A round-ended stroke along a path. */
export function line(path: string, color: string, width: number): string {
  const ends = 'stroke-linecap="round" stroke-linejoin="round"';
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" ${ends}/>`;
}

/** An ellipse, turned clockwise by degrees around its own middle. */
export function disc(x: number, y: number, across: number, down: number, fill: string, turn = 0): string {
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} ${x} ${y})"`;
  return `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}"${turned}/>`;
}

/** Whatever of the parts lies within the outline. */
export function within(outline: string, ...parts: readonly string[]): string {
  const id = `clip-${checksum(outline)}`;
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`;
}

/**
 * A body with volume: its outline in a darker shade, and over it, within it, the same outline moved towards the light.
 */
export function solid(outline: string, fill: string, depth = 14, ...marks: readonly string[]): string {
  const lit = `<path d="${outline}" fill="${fill}" transform="translate(${-depth} ${-depth * 0.7})"/>`;
  return flat(outline, shade(fill)) + within(outline, lit, ...marks);
}

/** A soft spot of light. */
export function gleam(x: number, y: number, across: number, down: number, turn = 0): string {
  return veil(0.32, disc(x, y, across, down, '#ffffff', turn));
}

/** The parts seen through: opacity 0 is nothing, 1 all. */
export function veil(opacity: number, ...parts: readonly string[]): string {
  return `<g opacity="${opacity}">${parts.join('')}</g>`;
}

/** A leaf from the origin upwards, one half darker, with its middle rib. */
export function leaf(length: number, width: number, fill: string): string {
  const half = (side: number) =>
    `M0,0 C${side * width},${-length * 0.3} ${side * width * 0.8},${-length * 0.75} 0,${-length}Z`;
  const rib = line(`M0,0 L0,${-length * 0.86}`, mix(fill, PAPER, 0.4), Math.max(2, length / 45));
  return flat(half(-0.75), fill) + flat(half(0.75), mix(fill, INK, 0.14)) + rib;
}

/** A feathery stalk of leaflets from the origin upwards, as of a carrot. */
export function frond(length: number, fill: string): string {
  const leaflets = [0.35, 0.5, 0.65, 0.8, 0.93].map((part) => {
    const size = (1.15 - part) * length * 0.3;
    const pair = [-1, 1].map((side) => at(0, -length * part, side * 52, 1, disc(0, -size, size * 0.34, size, fill)));
    return pair.join('');
  });
  return line(`M0,0 L0,${-length}`, fill, 6) + leaflets.join('') + disc(0, -length, length * 0.05, length * 0.1, fill);
}

/** A star outline around the origin, as of the green crown of a tomato. */
export function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const reach = index % 2 === 0 ? outer : inner;
    const angle = (index * Math.PI) / points - Math.PI / 2;
    return `${round(Math.cos(angle) * reach)},${round(Math.sin(angle) * reach)}`;
  });
  return `M${corners.join(' L')}Z`;
}

/** The part repeated around the origin, evenly or over the given arc, in degrees. */
export function around(count: number, part: string, from = 0, arc = 360): string {
  const step = arc === 360 ? arc / count : arc / (count - 1);
  return Array.from({ length: count }, (_, index) => at(0, 0, round(from + index * step), 1, part)).join('');
}

/** Places spread evenly, without a pattern, over an ellipse around the origin (the golden angle, as in a sunflower). */
export function spread(count: number, across: number, down: number): { x: number; y: number; angle: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = index * 137.508;
    const reach = Math.sqrt((index + 0.5) / count);
    const radians = (angle * Math.PI) / 180;
    return {
      x: round(Math.cos(radians) * reach * across),
      y: round(Math.sin(radians) * reach * down),
      angle: round(angle % 360),
    };
  });
}

/** The colour that lies that share of the way from one `#rrggbb` to another. */
export function mix(color: string, other: string, share: number): string {
  const channel = (text: string, index: number): number =>
    Number.parseInt(text.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((index) => channel(color, index) * (1 - share) + channel(other, index) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** The colour in the shadow. */
export function shade(color: string): string {
  return mix(color, INK, 0.2);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

/** A short name of a text, so that the same outline always gets the same id. */
function checksum(text: string): string {
  let sum = 7;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0;
  return sum.toString(36);
}
