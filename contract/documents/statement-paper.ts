import { type Day, dayOf } from '#billing/calendar.ts';
import type { Statement } from '../shops.ts';
import { writeDay, writeFigure } from './figures.ts';
import { paperAmount, paperText } from './paper.ts';

/** A statement of a tenancy: every text of each page, formatted, in reading order. */
export interface StatementPaper {
  /** The title of the PDF; screen readers read it for the print. */
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
  /** Only on the last page, like the two below. */
  totals: StatementRow[];
  result: string | undefined;
  foot: string[];
}

export interface StatementRow {
  date: string;
  text: string;
  charged: string;
  paid: string;
  balance: string;
}

/** Room of an A4 page in rows of one line, with a reserve for names that wrap. */
const FIRST_PAGE = 38;
const FURTHER_PAGE = 43;
/** What the totals and the result take. */
const END = 6;
/** Characters of a description that certainly fit in a line. */
const LINE_LENGTH = 40;

/** Returns the statement as paper, divided into pages. */
export function statementPaper(statement: Statement): StatementPaper {
  const day = writeDay(statement.today);
  const parts = paginate([openingOf(statement), ...statement.lines.map(rowOf)]);
  const name = paperText('documents.statement.name', { shop: statement.shop_id, day });
  return {
    name,
    pages: parts.map((rows, at) => ({
      sender: statement.centre.name,
      senderLines: [[statement.centre.address, ...statement.centre.phones].filter(Boolean).join(' · ')],
      title: paperText('documents.statement.title'),
      page: paperText('documents.statement.page', { page: at + 1, pages: parts.length }),
      facts: factsOf(statement, at === 0),
      head: HEAD,
      rows,
      ...(at === parts.length - 1 ? endOf(statement) : { totals: [], result: undefined, foot: [] }),
    })),
  };
}

const HEAD: StatementRow = {
  date: paperText('documents.statement.date'),
  text: paperText('documents.statement.text'),
  charged: paperText('documents.statement.charged'),
  paid: paperText('documents.statement.paid'),
  balance: paperText('documents.statement.balance'),
};

function paginate(rows: readonly StatementRow[]): StatementRow[][] {
  const pages: StatementRow[][] = [[]];
  let left = FIRST_PAGE;
  let brought: StatementRow | undefined;
  const turn = () => {
    pages.push(brought ? [brought] : []);
    left = FURTHER_PAGE - 1;
  };
  for (const row of rows) {
    const lines = Math.max(1, Math.ceil(row.text.length / LINE_LENGTH));
    if (lines > left) turn();
    pages.at(-1)?.push(row);
    left -= lines;
    brought = { ...EMPTY, text: paperText('documents.statement.brought'), balance: row.balance };
  }
  if (left < END) turn();
  return pages;
}

const EMPTY: StatementRow = { date: '', text: '', charged: '', paid: '', balance: '' };

/** A further page repeats what says whose page it is. */
function factsOf(statement: Statement, isFirst: boolean): StatementPage['facts'] {
  const { shop_id, shop_name, location, tenant_address, started_on, ended_on, today } = statement;
  const tenant = { label: paperText('documents.tenant'), text: writeTenant(statement) };
  const shop = { label: paperText('documents.shop'), text: [shop_id, shop_name, location].filter(Boolean).join(', ') };
  const made = { label: paperText('documents.statement.made'), text: writeDay(today) };
  const period = { label: paperText('documents.statement.period'), text: writePeriod(statement.from, statement.to) };
  if (!isFirst) return [tenant, made, { ...shop, text: shop_id }, period];
  const address = { label: paperText('documents.statement.address'), text: tenant_address };
  const tenancy = { label: paperText('documents.statement.tenancy'), text: writePeriod(started_on, ended_on) };
  return [tenant, made, address, period, shop, tenancy];
}

function writeTenant({ tenant_name: name, ended_on, today }: Statement): string {
  return ended_on !== null && ended_on < today ? paperText('documents.statement.former', { name }) : name;
}

function writePeriod(from: Day | null, to: Day | null): string {
  if (from !== null && to !== null)
    return paperText('documents.statement.between', { from: writeDay(from), to: writeDay(to) });
  if (from !== null) return paperText('documents.statement.since', { from: writeDay(from) });
  if (to !== null) return paperText('documents.statement.until', { to: writeDay(to) });
  return paperText('documents.statement.whole');
}

function openingOf({ from, opening_balance }: Statement): StatementRow {
  return {
    ...EMPTY,
    date: from === null ? '' : writeDay(from),
    text: paperText('documents.statement.opening'),
    balance: writeBalance(opening_balance),
  };
}

function rowOf({ date, text, charged, paid, balance }: Statement['lines'][number]): StatementRow {
  return {
    date: writeDay(dayOf(date)),
    text,
    charged: charged === null ? '' : writeFigure(charged),
    paid: paid === null ? '' : writeFigure(paid),
    balance: writeBalance(balance),
  };
}

function endOf(statement: Statement): Pick<StatementPage, 'totals' | 'result' | 'foot'> {
  const { charged, paid, closing_balance, centre } = statement;
  const [total, closing] = [paperText('documents.statement.total'), paperText('documents.statement.closing')];
  const isDue = closing_balance < 0;
  return {
    totals: [
      { ...EMPTY, text: total, charged: writeFigure(charged), paid: writeFigure(paid) },
      { ...EMPTY, text: closing, balance: writeBalance(closing_balance) },
    ],
    result: paperText('documents.statement.result', {
      side: sideOf(closing_balance),
      day: writeDay(lastDayOf(statement)),
      amount: paperAmount(Math.abs(closing_balance)),
    }),
    foot: isDue && centre.bank !== '' ? [paperText('documents.invoice.payTo', { bank: centre.bank })] : [],
  };
}

/** An invoice generated ahead is a line of a later day. */
function lastDayOf({ to, today, lines }: Statement): Day {
  const last = lines.at(-1);
  const ofLines = last ? dayOf(last.date) : today;
  return to ?? (ofLines > today ? ofLines : today);
}

/** Without a sign, because a tenant cannot know what it means. */
function writeBalance(rupees: number): string {
  return paperText('documents.statement.figure', { side: sideOf(rupees), figure: writeFigure(Math.abs(rupees)) });
}

function sideOf(rupees: number): string {
  return rupees < 0 ? 'due' : rupees > 0 ? 'credit' : 'none';
}
