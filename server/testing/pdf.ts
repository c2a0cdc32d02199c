import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import * as hb from 'harfbuzzjs';
import readQr from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfFont } from '../documents/shape-text.ts';

const POINTS_AN_INCH = 72;
const MILLIMETRES_AN_INCH = 25.4;

export async function readPdfText(pdf: Buffer): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  });
  return Promise.all(pages);
}

export interface PlacedText {
  text: string;
  /** Millimetres from the left and the top edge of the page. The bottom is the base line. */
  left: number;
  right: number;
  bottom: number;
}

/** Returns the texts of the first page in the order in which they are drawn, with their places. */
export async function readPdfPlaces(pdf: Buffer): Promise<PlacedText[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { height } = page.getViewport({ scale: 1 });
  const inMillimetres = (points: number) => (points / POINTS_AN_INCH) * MILLIMETRES_AN_INCH;
  return (await page.getTextContent()).items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , , , x, y] = item.transform as number[];
    const left = inMillimetres(x ?? 0);
    return { text: item.str, left, right: left + inMillimetres(item.width), bottom: inMillimetres(height - (y ?? 0)) };
  });
}

export async function readPdfTitle(pdf: Buffer): Promise<unknown> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return ((await document.getMetadata()).info as { Title?: unknown }).Title;
}

/**
 * Reads the QR code of a page, by default the first, drawn at `dpi` dots per inch. Both halves of the page are searched
 * in strips, then the whole page, because a code may be larger than a strip.
 */
export async function readPdfQr(pdf: Buffer, dpi: number, pageNumber = 1): Promise<string | undefined> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const page = await document.getPage(pageNumber);
  const viewport = page.getViewport({ scale: dpi / POINTS_AN_INCH });
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const context = canvas.getContext('2d');
  await page.render({ canvas: null, canvasContext: context as unknown as CanvasRenderingContext2D, viewport }).promise;
  const half = Math.floor(canvas.width / 2);
  const strip = 2 * dpi;
  for (const left of [0, half])
    for (let top = 0; top < canvas.height; top += dpi / 2) {
      const { data, width, height } = context.getImageData(left, top, half, Math.min(strip, canvas.height - top));
      const code = readQr(data, width, height)?.data;
      if (code) return code;
    }
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return readQr(data, width, height)?.data;
}

/**
 * Returns the outlines of the drawn glyphs. The numbers of glyphs cannot be compared, because each PDF renumbers them.
 */
export function readDrawnGlyphs(pdf: Buffer, fontName: string): string[] {
  const text = pdf.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body ?? '']),
  );
  const follow = (body: string, key: string) => objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1]) ?? '';
  const fonts = new Map<string, hb.Font>();
  for (const [, name = '', id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const descriptor = follow(follow(objects.get(id) ?? '', 'DescendantFonts'), 'FontDescriptor');
    if (descriptor.includes(`+${fontName}\n`)) fonts.set(name, fontOf(inflate(follow(descriptor, 'FontFile2'))));
  }
  const glyphs: string[] = [];
  for (const page of [...objects.values()].filter((body) => body.includes('/Type /Page\n'))) {
    let font: hb.Font | undefined;
    const drawing = inflate(follow(page, 'Contents')).toString('latin1');
    for (const [, name, shown = ''] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name);
      const codes = [...shown.matchAll(/<([\da-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      if (name === undefined && font)
        for (const code of codes) glyphs.push(font.glyphToPath(Number.parseInt(code, 16)));
    }
  }
  return glyphs.filter((outline) => outline !== '');
}

const { resolve } = createRequire(import.meta.url);
const FILES: Record<PdfFont, string> = {
  Sinhala: '@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf',
  Tamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
};

export function shapeWithHarfBuzz(text: string, face: PdfFont): string[] {
  const { font, buffer } = shape(text, face);
  const outlines = buffer.getGlyphInfos().map(({ codepoint }) => font.glyphToPath(codepoint));
  return outlines.filter((outline) => outline !== '');
}

export function measureWithHarfBuzz(text: string, face: PdfFont): number {
  const { buffer } = shape(text, face);
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

function shape(text: string, face: PdfFont): { font: hb.Font; buffer: hb.Buffer } {
  const font = fontOf(readFileSync(resolve(FILES[face])));
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  return { font, buffer };
}

function fontOf(bytes: Buffer): hb.Font {
  return new hb.Font(new hb.Face(new hb.Blob(new Uint8Array(bytes))));
}

function inflate(object: string): Buffer {
  const start = object.indexOf('stream\n') + 'stream\n'.length;
  return inflateSync(Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1'));
}
