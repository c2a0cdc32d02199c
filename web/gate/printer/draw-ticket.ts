import { encode } from 'uqr';
import type { TicketPaper } from '#contract/documents/ticket-paper.ts';
import { dotsAcross, type RollWidth } from './phone-printer.ts';
import type { DotPicture } from './print-commands.ts';

type Place = TicketPaper['lines'][number]['place'];

/** The size in dots and the weight of each line on a roll of 58 mm; as in ticket.module.css. */
const FACES: Record<Place, { size: number; weight: 400 | 700 }> = {
  centre: { size: 26, weight: 700 },
  kind: { size: 26, weight: 400 },
  copy: { size: 44, weight: 700 },
  number: { size: 48, weight: 700 },
  device: { size: 24, weight: 400 },
  vehicle: { size: 48, weight: 700 },
  pass: { size: 30, weight: 700 },
  price: { size: 36, weight: 700 },
  time: { size: 24, weight: 400 },
  issuer: { size: 24, weight: 400 },
};
/** Sinhala vowel signs reach far below and above a line. */
const LINE = 1.4;
const MARGIN = 16;
/** White modules around a code, which readers need. */
const QUIET = 4;
/** The part of a code's modules in the width of the roll. */
const CODE_PART = 0.62;
/** A dot is black if less than this of its light is left, so that thin strokes stay. */
const DARK = 150;

/** Draws a ticket with the faces of the page, because printers have no Sinhala or Tamil. */
export async function drawTicket(paper: TicketPaper, roll: RollWidth): Promise<DotPicture> {
  const width = dotsAcross[roll];
  const family = familyOfLetters();
  const scale = width / dotsAcross[58];
  const lines = paper.lines.map(({ place, text }) => {
    const { size, weight } = FACES[place];
    const dots = Math.round(size * scale);
    return { text, dots, font: `${weight} ${dots}px ${family}` };
  });
  await Promise.all(lines.map(({ font, text }) => document.fonts.load(font, text)));
  const canvas = document.createElement('canvas');
  const draw = contextOf(canvas);
  const rows = lines.flatMap(({ text, font, dots }) => {
    draw.font = font;
    return wrap(draw, text, width - 2 * MARGIN).map((row) => ({ row, font, height: Math.round(dots * LINE) }));
  });
  const { data: modules, size: across } = encode(paper.code.address, { ecc: 'M', border: QUIET });
  const module = Math.max(2, Math.floor((width * CODE_PART) / across));
  const textHeight = rows.reduce((sum, { height }) => sum + height, 0);
  canvas.width = width;
  canvas.height = MARGIN + textHeight + across * module;
  draw.fillStyle = '#fff';
  draw.fillRect(0, 0, canvas.width, canvas.height);
  draw.fillStyle = '#000';
  draw.textAlign = 'center';
  draw.textBaseline = 'middle';
  let top = MARGIN;
  for (const { row, font, height } of rows) {
    draw.font = font;
    draw.fillText(row, width / 2, top + height / 2);
    top += height;
  }
  const left = Math.floor((width - across * module) / 2);
  for (const [y, line] of modules.entries())
    for (const [x, isBlack] of line.entries())
      if (isBlack) draw.fillRect(left + x * module, top + y * module, module, module);
  return dotsOf(draw.getImageData(0, 0, canvas.width, canvas.height));
}

/** Returns the faces of Sinhala and Tamil in every language, because a name may be in any letters. */
function familyOfLetters(): string {
  const probe = document.createElement('span');
  probe.lang = 'si';
  document.body.append(probe);
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return fontFamily;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures.');
  return context;
}

/** Breaks a text between words, and a word that is wider than the roll between its letters. */
function wrap(draw: CanvasRenderingContext2D, text: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  const fits = (tried: string) => draw.measureText(tried).width <= width;
  for (const word of text.split(' ')) {
    const tried = row === '' ? word : `${row} ${word}`;
    if (fits(tried)) {
      row = tried;
      continue;
    }
    if (row !== '') rows.push(row);
    row = '';
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (row !== '' && !fits(row + segment)) {
        rows.push(row);
        row = '';
      }
      row += segment;
    }
  }
  return [...rows, row];
}

function dotsOf({ data, width, height }: ImageData): DotPicture {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = new Uint8Array(width / 8);
    for (let x = 0; x < width; x += 1) {
      // The picture has only greys, so red says how light a dot is.
      const light = data[(y * width + x) * 4] ?? 255;
      if (light < DARK) row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
    }
    return row;
  });
  return { width, rows };
}
