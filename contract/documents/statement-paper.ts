import { type Day, dayOf } from '#billing/calendar.ts';
import { writeFigure } from '../figures.ts';
import type { Language } from '../languages.ts';
import type { Statement } from '../shops.ts';
import { describeHowToPay, describePage, type PaperCode, type PaperWriter, paperWriter } from './paper.ts';

/** All texts of each page of a statement, formatted, in reading order. */
export interface StatementPaper {
  language: Language;
  name: string;
  pages: StatementPage[];
}

export interface StatementPage {
  sender: string;
  senderLines: string[];
  title: string;
  page: string;
  facts: { label: string; text: string }[];
  head: StatementRow;
  rows: StatementRow[];
  /** `totals`, `result`, `foot`, `code` and `pageCode` are printed on the last page only. */
  totals: StatementRow[];
  result: string | undefined;
  foot: string[];
  code: PaperCode | undefined;
  pageCode: PaperCode | undefined;
}

export interface StatementRow {
  date: string;
  text: string;
  charged: string;
  paid: string;
  balance: string;
}

/** The number of one-line rows that fit on an A4 page, less a reserve for names that wrap. */
const FIRST_PAGE = 38;
const FURTHER_PAGE = 43;
/** The number of lines that the totals, the result and the texts below them need. */
const END = 7;
/** The number of lines by which a payment code is taller than the texts beside it. */
const CODE_LINES = 4;
/** The length of a description that certainly fits on one line, measured in widths of a Latin letter. */
const LINE_LENGTHS: Record<Language, number> = { en: 40, si: 32, ta: 32 };

export function statementPaper(statement: Statement): StatementPaper {
  const write = paperWriter(statement.language);
  const day = write.day(statement.today);
  const rows = [openingOf(statement, write), ...statement.lines.map((line) => rowOf(line, write))];
  const end = endOf(statement, write);
  const parts = paginate(rows, write, end.code || end.pageCode ? END + CODE_LINES : END);
  const name = write.text('documents.statement.name', { shop: statement.shop_id, day });
  return {
    language: statement.language,
    name,
    pages: parts.map((rowsOfPage, at) => ({
      sender: statement.centre.name,
      senderLines: [[statement.centre.address, ...statement.centre.phones].filter(Boolean).join(' · ')],
      title: write.text('documents.statement.title'),
      page: write.text('documents.statement.page', { page: at + 1, pages: parts.length }),
      facts: factsOf(statement, at === 0, write),
      head: headOf(write),
      rows: rowsOfPage,
      ...(at === parts.length - 1 ? end : NO_END),
    })),
  };
}

function headOf(write: PaperWriter): StatementRow {
  return {
    date: write.text('documents.statement.date'),
    text: write.text('documents.statement.text'),
    charged: write.text('documents.statement.charged'),
    paid: write.text('documents.statement.paid'),
    balance: write.text('documents.statement.balance'),
  };
}

function paginate(rows: readonly StatementRow[], write: PaperWriter, endLines: number): StatementRow[][] {
  const pages: StatementRow[][] = [[]];
  let left = FIRST_PAGE;
  let brought: StatementRow | undefined;
  const turn = () => {
    pages.push(brought ? [brought] : []);
    left = FURTHER_PAGE - 1;
  };
  for (const row of rows) {
    const lines = Math.max(1, Math.ceil(lengthOf(row.text) / LINE_LENGTHS[write.language]));
    if (lines > left) turn();
    pages.at(-1)?.push(row);
    left -= lines;
    brought = { ...EMPTY, text: write.text('documents.statement.brought'), balance: row.balance };
  }
  if (left < endLines) turn();
  return pages;
}

/** Returns the length of a text in widths of a Latin letter. */
function lengthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
}

function widthOf(letter: string): number {
  if (/[\p{Mn}\u200d]/u.test(letter)) return 0;
  if (/\p{Mc}/u.test(letter)) return 0.5;
  return /[\p{sc=Sinhala}\p{sc=Tamil}]/u.test(letter) ? 1.65 : 1;
}

const EMPTY: StatementRow = { date: '', text: '', charged: '', paid: '', balance: '' };

/** Returns the details at the top of a page. Later pages repeat only those that identify the statement. */
function factsOf(statement: Statement, isFirst: boolean, write: PaperWriter): StatementPage['facts'] {
  const { shop_id, shop_name, location, tenant_address, started_on, ended_on, today } = statement;
  const tenant = { label: write.text('documents.tenant'), text: writeTenant(statement, write) };
  const shop = { label: write.text('documents.shop'), text: [shop_id, shop_name, location].filter(Boolean).join(', ') };
  const made = { label: write.text('documents.statement.made'), text: write.day(today) };
  const period = { label: write.text('documents.statement.period'), text: writePeriod(statement, write) };
  if (!isFirst) return [tenant, made, { ...shop, text: shop_id }, period];
  const address = { label: write.text('documents.statement.address'), text: tenant_address };
  const tenancy = {
    label: write.text('documents.statement.tenancy'),
    text: writePeriod({ from: started_on, to: ended_on }, write),
  };
  return [tenant, made, address, period, shop, tenancy];
}

function writeTenant({ tenant_name: name, ended_on, today }: Statement, write: PaperWriter): string {
  return ended_on !== null && ended_on < today ? write.text('documents.statement.former', { name }) : name;
}

function writePeriod({ from, to }: Pick<Statement, 'from' | 'to'>, write: PaperWriter): string {
  if (from !== null && to !== null)
    return write.text('documents.statement.between', { from: write.day(from), to: write.day(to) });
  if (from !== null) return write.text('documents.statement.since', { from: write.day(from) });
  if (to !== null) return write.text('documents.statement.until', { to: write.day(to) });
  return write.text('documents.statement.whole');
}

function openingOf({ from, opening_balance }: Statement, write: PaperWriter): StatementRow {
  return {
    ...EMPTY,
    date: from === null ? '' : write.shortDay(from),
    text: write.text('documents.statement.opening'),
    balance: writeBalance(opening_balance, write),
  };
}

function rowOf(
  { date, paper_text: text, charged, paid, balance }: Statement['lines'][number],
  write: PaperWriter,
): StatementRow {
  return {
    date: write.shortDay(dayOf(date)),
    text,
    charged: charged === null ? '' : writeFigure(charged),
    paid: paid === null ? '' : writeFigure(paid),
    balance: writeBalance(balance, write),
  };
}

type StatementEnd = Pick<StatementPage, 'totals' | 'result' | 'foot' | 'code' | 'pageCode'>;
const NO_END: StatementEnd = { totals: [], result: undefined, foot: [], code: undefined, pageCode: undefined };

function endOf(statement: Statement, write: PaperWriter): StatementEnd {
  const { charged, paid, closing_balance, centre, how_to_pay } = statement;
  const { texts, code } = how_to_pay ? describeHowToPay(how_to_pay, write) : { texts: [], code: undefined };
  const page = describePage(statement, write);
  const total = write.text('documents.statement.total');
  const closing = write.text('documents.statement.closing');
  const isDue = closing_balance < 0;
  return {
    totals: [
      { ...EMPTY, text: total, charged: writeFigure(charged), paid: writeFigure(paid) },
      { ...EMPTY, text: closing, balance: writeBalance(closing_balance, write) },
    ],
    result: write.text('documents.statement.result', {
      side: sideOf(closing_balance),
      day: write.day(lastDayOf(statement)),
      amount: write.amount(Math.abs(closing_balance)),
    }),
    foot: [
      ...((isDue || how_to_pay) && centre.bank !== ''
        ? [write.text('documents.invoice.payTo', { bank: centre.bank })]
        : []),
      ...texts,
      ...page.texts,
    ],
    code,
    pageCode: page.pageCode,
  };
}

/**
 * Returns the last day of the period. If the period has no end, this is today or the day of the last line, whichever is
 * later. An invoice can be generated ahead, so the last line may be in the future.
 */
function lastDayOf({ to, today, lines }: Statement): Day {
  const last = lines.at(-1);
  const ofLines = last ? dayOf(last.date) : today;
  return to ?? (ofLines > today ? ofLines : today);
}

/** Writes a balance in words, without a sign, because a tenant cannot know what a sign means. */
function writeBalance(rupees: number, write: PaperWriter): string {
  return write.text('documents.statement.figure', { side: sideOf(rupees), figure: writeFigure(Math.abs(rupees)) });
}

function sideOf(rupees: number): string {
  return rupees < 0 ? 'due' : rupees > 0 ? 'credit' : 'none';
}
