import documents from '../messages/en/documents.json' with { type: 'json' };
import { formatMessage, type MessageValues } from '../messages/format-message.ts';
import { writeFigure } from './figures.ts';

/** A row of a paper's table. */
export interface PaperLine {
  text: string;
  amount: string;
}

/**
 * An invoice or a receipt: every text, formatted, in reading order. The HTML print (web/documents/paper.tsx) and the PDF
 * (server/documents/draw-paper.ts) lay it out and add no text of their own.
 */
export interface Paper {
  /** The title of the PDF; screen readers read it for the print. */
  name: string;
  copies: PaperCopy[];
}

export interface PaperCopy {
  sender: string;
  senderLines: string[];
  title: string[];
  /** Which copy it is. */
  mark: string | undefined;
  /** Why the paper is not valid. */
  band?: { mark: string; texts: string[] } | undefined;
  facts: { label: string; text: string }[];
  /** The amount received, in figures and in words. */
  received: { amount: string; words: string } | undefined;
  head: PaperLine;
  lines: PaperLine[];
  totals: PaperLine[];
  /** Amounts that are not part of the total. */
  remark: string | undefined;
  terms: string[];
  foot: string[];
  signature: string;
}

type PaperKey = keyof typeof documents;

/** The part of a key after `documents.invoice.label.`. */
export type InvoiceLabel = PaperKey extends infer Key
  ? Key extends `documents.invoice.label.${infer Label}`
    ? Label
    : never
  : never;

/** Instead of a text that is missing. */
export const NO_TEXT = '–';

/** Returns a text of an invoice or a receipt. The office loads this catalogue without those of the API. */
export function paperText(key: PaperKey, values: MessageValues = {}): string {
  return formatMessage(documents[key], values, 'en');
}

export function paperLine(text: string, rupees: number): PaperLine {
  return { text, amount: writeFigure(rupees) };
}

/** Returns `Rs. 12,500.00`, as papers write an amount outside a table. */
export function paperAmount(rupees: number): string {
  return paperText('documents.amount', { figure: writeFigure(rupees) });
}
