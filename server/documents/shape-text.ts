import type { ContentText } from 'pdfmake/interfaces.js';

/**
 * The fonts of every document. Tamil is the default and is also used for Latin letters and digits, because the space
 * character of the Sinhala font is twice as wide as Latin text needs.
 */
export type PdfFont = 'Tamil' | 'Sinhala';

/**
 * Sinhala words with their joiners, and plain spaces between them; the PDF library cannot read the no-break space of
 * the Sinhala face.
 */
const SINHALA = /[\u0d80-\u0dff][\u0d80-\u0dff\u200c\u200d]*(?: +[\u0d80-\u0dff][\u0d80-\u0dff\u200c\u200d]*)*/g;

/** The repaya as it is usually written: r, virama, joiner. */
const REPAYA = 'ර්\u200d';

/**
 * Splits text by script, because PDFs have no font fallback. Spread the result to style it: `{ ...inScript(shop.name),
 * bold: true }`. A repaya loses its joiner, because the PDF library does not know that ligature.
 */
export function inScript(text: string): ContentText {
  const pieces = splitByScript(text);
  const [first] = pieces;
  return first && pieces.length === 1 ? first : { text: pieces };
}

export function splitByScript(text: string): { text: string; font: PdfFont }[] {
  const written = spellRepaya(text.normalize('NFC'));
  const pieces: { text: string; font: PdfFont }[] = [];
  let done = 0;
  for (const sinhala of written.matchAll(SINHALA)) {
    if (sinhala.index > done) pieces.push({ text: written.slice(done, sinhala.index), font: 'Tamil' });
    pieces.push({ text: sinhala[0], font: 'Sinhala' });
    done = sinhala.index + sinhala[0].length;
  }
  if (done < written.length || pieces.length === 0) pieces.push({ text: written.slice(done), font: 'Tamil' });
  return pieces;
}

/** Removes the one Sinhala ligature that the font library does not know. */
export function spellRepaya(text: string): string {
  return text.replaceAll(REPAYA, REPAYA.slice(0, 2));
}
