import type { Day, Instant, Month } from '#billing/calendar.ts';
import documents from '#texts/documents.json' with { type: 'json' };
import { writeFigure } from '../figures.ts';
import type { Language } from '../languages.ts';
import { writeDay, writeInstant, writeMonth, writeShortDay } from '../messages/day-words.ts';
import { fill, type MessageValues } from '../messages/format-message.ts';
import { writeWord } from '../messages/word.ts';
import type { HowToPay } from '../tax.ts';
import type { WithTenantPage } from '../tenant-page-link.ts';
import type { LabelledWords } from '../words.ts';

export interface PaperLine {
  text: string;
  amount: string;
}

/**
 * An invoice or a receipt: every text, formatted, in reading order. The HTML print (web/documents/paper.tsx) and the PDF
 * (server/documents/draw-paper.ts) lay it out and add no text of their own.
 */
export interface Paper {
  language: Language;
  /** The title of the PDF; in the HTML print, a name for screen readers. */
  name: string;
  copies: PaperCopy[];
}

export interface PaperCopy {
  sender: string;
  senderLines: string[];
  title: string[];
  /** The label of the copy, such as "Customer copy". */
  mark: string | undefined;
  /** A band that says why the document is not valid. */
  band?: { mark: string; texts: string[] } | undefined;
  facts: { label: string; text: string }[];
  received: { amount: string; words: string } | undefined;
  head: PaperLine;
  lines: PaperLine[];
  totals: PaperLine[];
  /** A remark on amounts that are not part of the total. */
  remark: string | undefined;
  terms: string[];
  foot: string[];
  code?: PaperCode | undefined;
  /** The code of the tenant's page. */
  pageCode?: PaperCode | undefined;
  signature: string;
}

/** `text` is drawn as a QR code. Screen readers read `name`. */
export interface PaperCode {
  text: string;
  name: string;
}

type PaperKey = keyof (typeof documents)['paper'];

/** The dash that is printed instead of a missing text. */
export const NO_TEXT = '–';

export function paperText(key: PaperKey, values: MessageValues = {}, language: Language = 'en'): string {
  return fill(documents.paper, { key, values }, language);
}

export function paperLine(text: string, rupees: number): PaperLine {
  return { text, amount: writeFigure(rupees) };
}

/** Returns an amount as it is printed outside tables: `Rs. 12,500.00`. */
export function paperAmount(rupees: number, language: Language = 'en'): string {
  return paperText('documents.amount', { figure: writeFigure(rupees) }, language);
}

/** Returns the payment instructions to print: the lines below the terms of payment, and the code if there is one. */
export function describeHowToPay(
  { reference, code, promised = [] }: HowToPay,
  write: Pick<PaperWriter, 'text' | 'amount' | 'day'>,
): { texts: string[]; code: PaperCode | undefined } {
  const label = write.text('documents.invoice.reference', { reference });
  const cheques = promised.map(({ amount, counts_from }) =>
    write.text('documents.cheques.promised', { amount: write.amount(amount), day: write.day(counts_from) }),
  );
  if (!code) return { texts: [label, ...cheques], code: undefined };
  const amount = write.amount(code.amount);
  return {
    texts: [write.text('documents.invoice.code', { amount, day: write.day(code.day) }), label, ...cheques],
    code: { text: code.text, name: write.text('documents.invoice.codeName', { amount }) },
  };
}

/** Returns the line with the address of the tenant's page, and its code. */
export function describePage(
  { tenant_page: address }: WithTenantPage,
  write: Pick<PaperWriter, 'text'>,
): { texts: string[]; pageCode: PaperCode | undefined } {
  if (address === undefined) return { texts: [], pageCode: undefined };
  return {
    texts: [write.text('documents.page', { address })],
    pageCode: { text: address, name: write.text('documents.page.codeName') },
  };
}

export interface PaperWriter {
  language: Language;
  text: (key: PaperKey, values?: MessageValues) => string;
  amount: (rupees: number) => string;
  day: (day: Day) => string;
  shortDay: (day: Day) => string;
  month: (month: Month) => string;
  instant: (instant: Instant) => string;
  word: <List extends keyof LabelledWords>(list: List, value: LabelledWords[List]) => string;
}

export function paperWriter(language: Language): PaperWriter {
  return {
    language,
    text: (key, values) => paperText(key, values, language),
    amount: (rupees) => paperAmount(rupees, language),
    day: (day) => writeDay(day, language),
    shortDay: (day) => writeShortDay(day, language),
    month: (month) => writeMonth(month, language),
    instant: (instant) => writeInstant(instant, language),
    word: (list, value) => writeWord(list, value, language),
  };
}

/**
 * Returns the sentence that marks a document of the previous system as a reprint, with its number in that system;
 * nothing for other documents.
 */
export function describeReprint(number: string | undefined, write: PaperWriter): string[] {
  return number === undefined ? [] : [write.text('documents.previousSystem', { number })];
}
