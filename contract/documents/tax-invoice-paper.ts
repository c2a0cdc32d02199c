import type { Day } from '#billing/calendar.ts';
import tax from '#texts/tax-paper.json' with { type: 'json' };
import { writeFigure } from '../figures.ts';
import type { Language } from '../languages.ts';
import { writeDay } from '../messages/day-words.ts';
import { fill, type MessageValues, type Texts } from '../messages/format-message.ts';
import type { PrintedTaxDocument } from '../tax.ts';
import { type PaperCode, type PaperLine, paperLine } from './paper.ts';

type TaxPaperKey = keyof (typeof tax)['paper'];
type WriteText = (key: TaxPaperKey, values?: MessageValues) => string;

const texts: Texts = tax.paper;

interface PaperParty {
  heading: string;
  lines: string[];
}

/** The statement of account, which is printed in a ruled box on the same sheet. It is not part of the tax document. */
interface PaperStatement {
  title: string;
  head: string;
  lines: PaperLine[];
  total: PaperLine;
  notes: string[];
  code: PaperCode | undefined;
  pageCode: PaperCode | undefined;
}

/** A tax invoice or a note: every text, formatted, in reading order. It is printed twice on a sheet. */
export interface TaxPaper {
  name: string;
  author: string;
  copies: TaxPaperCopy[];
}

export interface TaxPaperCopy {
  title: string;
  mark: string;
  supplier: PaperParty;
  purchaser: PaperParty;
  facts: { label: string; text: string }[];
  head: { text: string; quantity: string; amount: string };
  lines: { text: string; quantity: string; amount: string }[];
  totals: PaperLine[];
  words: string | undefined;
  statement: PaperStatement | undefined;
}

/**
 * Returns both halves of a tax document (docs/rules.md, Tax documents). Statutory words are printed in English, with
 * their translation into the tenant's language beside them.
 */
export function taxInvoicePaper(document: PrintedTaxDocument): TaxPaper {
  const { title, serial, supplier, purchaser, marks } = document;
  const write = writeIn(document.language);
  const copy: TaxPaperCopy = {
    title,
    mark: marks.upper,
    supplier: partyOf(write('tax-paper.supplier'), supplier),
    purchaser: partyOf(write('tax-paper.purchaser'), purchaser),
    facts: factsOf(document, write),
    head: {
      text: write('tax-paper.head.text'),
      quantity: write('tax-paper.head.quantity'),
      amount: write('tax-paper.head.value'),
    },
    lines: document.lines.map(({ text, quantity, value }) => ({ text, quantity, amount: writeFigure(value) })),
    totals: totalsOf(document, write),
    words: document.total_in_words ?? undefined,
    statement: statementOf(document, write),
  };
  return {
    name: writeEnglish('tax-paper.name', { title, serial }),
    author: supplier.name,
    copies: [copy, { ...copy, mark: marks.lower }],
  };
}

function partyOf(heading: string, { tin, name, address }: PrintedTaxDocument['supplier']): PaperParty {
  const lines = [...(tin === null ? [] : [writeEnglish('tax-paper.tin', { tin })]), name, address];
  return { heading, lines: lines.filter((line) => line !== '') };
}

function factsOf(document: PrintedTaxDocument, write: WriteText): TaxPaperCopy['facts'] {
  const { kind, serial, issued_on, supplied_on, place_of_supply, original, reason } = document;
  const fact = (label: TaxPaperKey, text: string) => ({ label: write(label), text });
  const facts = [
    fact(serialLabel(document), serial),
    fact(kind === 'invoice' ? 'tax-paper.date.invoice' : 'tax-paper.date.note', writeStatutoryDate(issued_on)),
    fact('tax-paper.suppliedOn', writeStatutoryDate(supplied_on)),
    fact('tax-paper.place', place_of_supply ?? ''),
    fact(
      'tax-paper.original',
      original
        ? writeEnglish('tax-paper.originalOf', {
            serial: original.serial,
            date: writeStatutoryDate(original.issued_on),
          })
        : '',
    ),
    fact('tax-paper.reason', reason),
  ];
  return facts.filter(({ text }) => text !== '');
}

function serialLabel({ kind, title }: PrintedTaxDocument): TaxPaperKey {
  if (kind === 'invoice') return title === 'TAX INVOICE' ? 'tax-paper.serial.tax' : 'tax-paper.serial.invoice';
  return kind === 'credit note' ? 'tax-paper.serial.credit' : 'tax-paper.serial.debit';
}

function totalsOf({ shows_vat, value, vat_rate, vat, total }: PrintedTaxDocument, write: WriteText): PaperLine[] {
  if (!shows_vat) return [paperLine(write('tax-paper.total.plain'), total)];
  return [
    paperLine(write('tax-paper.total.value'), value),
    paperLine(write('tax-paper.total.vat', { rate: vat_rate }), vat),
    paperLine(write('tax-paper.total.total'), total),
  ];
}

function statementOf(
  { title, statement, code, promised = [], tenant_page: page }: PrintedTaxDocument,
  write: WriteText,
): PaperStatement | undefined {
  if (!statement) return undefined;
  const { balance, other_charges, rounding, reference } = statement;
  const side = balance === 0 ? 'none' : balance > 0 ? 'credit' : 'debt';
  return {
    title: write('tax-paper.statement.title', { title: title === 'TAX INVOICE' ? 'tax' : 'plain' }),
    head: write('tax-paper.statement.head'),
    lines: [
      paperLine(write('tax-paper.statement.unpaid'), statement.unpaid_of_earlier_months),
      paperLine(write('tax-paper.statement.fines'), statement.fines),
      paperLine(write('tax-paper.statement.balance', { side }), Math.abs(balance)),
      paperLine(write('tax-paper.statement.bill'), statement.bill),
      ...(other_charges > 0 ? [paperLine(write('tax-paper.statement.other'), other_charges)] : []),
      ...(rounding === 0 ? [] : [paperLine(write('tax-paper.statement.rounding'), rounding)]),
    ],
    total: paperLine(write('tax-paper.statement.toPay', { day: writeDay(statement.due_date) }), statement.to_pay),
    notes: [
      ...(reference === null ? [] : [write('tax-paper.statement.reference', { reference })]),
      ...(code
        ? [write('tax-paper.statement.code', { amount: writeFigure(code.amount), day: writeDay(code.day) })]
        : []),
      ...promised.map(({ amount, counts_from }) =>
        write('tax-paper.statement.promised', { amount: writeFigure(amount), day: writeDay(counts_from) }),
      ),
      ...(page === undefined ? [] : [write('tax-paper.statement.page', { address: page })]),
    ],
    pageCode: page === undefined ? undefined : { text: page, name: writeEnglish('tax-paper.statement.pageCode', {}) },
    code: code
      ? { text: code.text, name: write('tax-paper.statement.codeName', { amount: writeFigure(code.amount) }) }
      : undefined,
  };
}

/** Returns a date as MM/DD/YYYY, as the tax form requires. */
function writeStatutoryDate(date: Day): string {
  const [year, month, dayOfMonth] = date.split('-');
  return [month, dayOfMonth, year].join('/');
}

/**
 * Returns a function that writes texts in English and in `language`. A key without a translation is written in English
 * only.
 */
function writeIn(language: Language): WriteText {
  return (key, values = {}) => {
    const english = writeEnglish(key, values);
    const isEnglish = language === 'en' || texts[key]?.[language] === undefined;
    return isEnglish ? english : `${english} / ${fill(texts, { key, values }, language)}`;
  };
}

function writeEnglish(key: TaxPaperKey, values: MessageValues): string {
  return fill(texts, { key, values }, 'en');
}
