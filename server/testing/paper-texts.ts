import { inScript } from '../documents/shape-text.ts';

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

export function textsOfPdf(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (Array.isArray(content)) return content.flatMap(textsOfPdf);
  if (typeof content !== 'object' || content === null) return [];
  if ('text' in content) return textsOfPdf(joinPieces(content.text));
  if ('table' in content) return textsOfPdf((content.table as { body: unknown }).body);
  return textsOfPdf('stack' in content ? content.stack : 'columns' in content ? content.columns : []);
}

export function textsWithoutGlyphs(content: unknown): string[] {
  if (typeof content === 'string') return SINHALA_LETTER.test(content) ? [content] : [];
  if (Array.isArray(content)) return content.flatMap(textsWithoutGlyphs);
  if (typeof content !== 'object' || content === null) return [];
  if ('font' in content && content.font === 'Sinhala') return [];
  return ['text', 'table', 'body', 'stack', 'columns'].flatMap((key) =>
    key in content ? textsWithoutGlyphs(content[key as keyof typeof content]) : [],
  );
}

const SINHALA_LETTER = /[\u0d80-\u0dff]/;

function joinPieces(text: unknown): unknown {
  return Array.isArray(text) ? text.map((piece: { text: string }) => piece.text).join('') : text;
}

export function asDrawn(text: string): string {
  return textsOfPdf(inScript(text)).join('');
}

/**
 * Returns every letter in order, but sorts the letters within a Sinhala or Tamil word, because a PDF stores vowel signs
 * in the order in which they are drawn. The sign ැ becomes ු, because the font draws රු with the glyph of ැ.
 */
export function wordsIn(text: string): string {
  const written = text
    .normalize('NFD')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('ැ', 'ු');
  const words = written.match(/[\p{sc=Sinhala}\p{sc=Tamil}]+|\S/gu) ?? [];
  return words.map((word) => [...word].sort().join('')).join(' ');
}
