import { inScript } from '../documents/shape-text.ts';

/** Returns every text of a value, in the order of its fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the texts of a PDF in drawing order; a text in two scripts is one text. */
export function textsOfPdf(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (Array.isArray(content)) return content.flatMap(textsOfPdf);
  if (typeof content !== 'object' || content === null) return [];
  if ('text' in content) return textsOfPdf(joinPieces(content.text));
  if ('table' in content) return textsOfPdf((content.table as { body: unknown }).body);
  return textsOfPdf('stack' in content ? content.stack : 'columns' in content ? content.columns : []);
}

function joinPieces(text: unknown): unknown {
  return Array.isArray(text) ? text.map((piece: { text: string }) => piece.text).join('') : text;
}

/** Returns a text as the PDF spells it (shape-text.ts). */
export function asDrawn(text: string): string {
  return textsOfPdf(inScript(text)).join('');
}

export function latin(text: string): string {
  return text.replaceAll(/[^\p{sc=Latin}\d.,:()&<>"'@·–-]/gu, '');
}
