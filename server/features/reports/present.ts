import { addDays, dayOf, type Instant, type Month } from '#billing/calendar.ts';
import { type Cents, cents, toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay, writeInstant, writeMonth } from '#contract/messages/day-words.ts';
import { type ApiMessage, apiMessage, inWords, message } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import { type ReportName, reportTitles } from '#contract/reports.ts';
import { paymentMethods } from '#contract/words.ts';
import { presentAnchor } from '../audit/present.ts';
import type { AuditHead } from '../audit/queries.ts';
import { type ByCharge, debtOf, owedOf, type ShopFigures, spanOf, together, type Unconfirmed } from './load-report.ts';
import { CHARGES, pictureOf, type ReportPicture } from './picture.ts';

export type ColumnKind = 'text' | 'month' | 'day' | 'count' | 'money' | 'percent';
export type Value = string | number | undefined;

export interface ReportColumn {
  title: string;
  part?: string;
  kind: ColumnKind;
  isLeftOutWhenEmpty?: true;
}

export type ColumnTexts = Omit<ReportColumn, 'title' | 'part'> & { title: ApiMessage; part?: ApiMessage };

interface FigureColumn extends ColumnTexts {
  value: (figures: ShopFigures) => Value;
}

export interface Report {
  /** The name of the file, the same in every language. */
  name: string;
  language: Language;
  title: string;
  market: string;
  /** The month or year, in words and as it is written in file names: `2026-10`, `2026`. */
  period: { words: string; file: string };
  asOf: string;
  made: string;
  anchor: readonly string[];
  about?: string;
  picture?: ReportPicture;
  columns: readonly ReportColumn[];
  /** Percentages are in basis points: 18% is 1800. */
  rows: readonly (readonly Value[])[];
  /** The totals; undefined for columns without figures. */
  totals: readonly (number | undefined)[];
}

export interface ReportIssue {
  market: string;
  now: Instant;
  language: Language;
  head: AuditHead | undefined;
}

interface Asked extends ReportIssue {
  name: ReportName;
  month: Month;
  unconfirmed: Unconfirmed;
}

export function presentReport({ name, month, unconfirmed, ...issue }: Asked, all: readonly ShopFigures[]): Report {
  const { market, language } = issue;
  const { columns, isListed } = shapes[name];
  const about = columns.includes(RECEIVED) ? describeUnconfirmed(unconfirmed, language) : [];
  const rows = all.filter(isListed);
  const picture = pictureOf(name, rows, language);
  return {
    name: reportTitles[name],
    title: message(`reports.title.${name}`, {}, language),
    language,
    market,
    period: monthPeriod(month, language),
    asOf: writeAsOf(month, issue),
    ...writeMade(issue),
    ...(about.length > 0 && { about: about.join(' ') }),
    ...(picture && { picture }),
    columns: columns.map((column) => headColumn(column, language)),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    totals: columns.map((column) => totalOf(column, rows)),
  };
}

/** Returns a sentence for each kind of money in Received that the bank is not known to have. */
export function describeUnconfirmed(unconfirmed: Unconfirmed, language: Language): string[] {
  return (['electronic', 'cheque'] as const).flatMap((kind) => {
    const { count, cents: sum } = unconfirmed[kind];
    const values = { count, amount: writeFigure(toRupees(sum)) };
    return count === 0 ? [] : [message(`reports.unconfirmed.${kind}`, values, language)];
  });
}

export function monthPeriod(month: Month, language: Language): Report['period'] {
  return { words: writeMonth(month, language), file: month };
}

export function writeMade({ market, now, head, language }: ReportIssue): Pick<Report, 'made' | 'anchor'> {
  const anchor = presentAnchor(head, { market, day: dayOf(now) });
  return {
    made: message('reports.made', { time: writeInstant(now, language) }, language),
    anchor: anchor ? [anchor.line, message('reports.auditCode', { code: anchor.code }, language)] : [],
  };
}

export function headColumn({ title, part, kind, isLeftOutWhenEmpty }: ColumnTexts, language: Language): ReportColumn {
  return {
    title: inWords(title, language),
    ...(part && { part: inWords(part, language) }),
    kind,
    ...(isLeftOutWhenEmpty && { isLeftOutWhenEmpty }),
  };
}

export function writeAsOf(month: Month, { now, language }: ReportIssue): string {
  const { until } = spanOf(month);
  if (until > now) return message('reports.asOf', { time: writeInstant(now, language) }, language);
  return message('reports.asOfEnd', { date: writeDay(addDays(dayOf(until), -1), language) }, language);
}

function totalOf({ kind, value }: FigureColumn, rows: readonly ShopFigures[]): number | undefined {
  if (kind !== 'money' && kind !== 'count') return undefined;
  return rows.reduce((sum, row) => sum + Number(value(row)), 0);
}

const WHO: readonly FigureColumn[] = [
  {
    title: apiMessage('reports.column.shop'),
    part: apiMessage('reports.part.id'),
    kind: 'text',
    value: ({ shopId }) => shopId,
  },
  {
    title: apiMessage('reports.column.shop'),
    part: apiMessage('reports.part.name'),
    kind: 'text',
    value: ({ shopName }) => shopName,
  },
  { title: apiMessage('reports.column.tenant'), kind: 'text', value: ({ tenant }) => tenant },
  { title: apiMessage('reports.column.month'), kind: 'month', value: ({ month }) => month },
];

const RECEIVED = money(apiMessage('reports.column.received'), ({ received }) => received);
const BALANCE_SET = money(apiMessage('reports.column.balanceSet'), ({ balanceSet }) => balanceSet);
const OTHER_MONTHS = money(apiMessage('reports.column.otherMonths'), ({ otherMonths }) => otherMonths);
const EXTRA = money(apiMessage('reports.column.extra'), ({ balance, previousBalance }) =>
  cents(balance - previousBalance),
);

const shapes: Record<ReportName, { columns: readonly FigureColumn[]; isListed: (figures: ShopFigures) => boolean }> = {
  report: {
    isListed: ({ isBilled, hasMovement, earlierFines }) => isBilled || hasMovement || earlierFines > 0,
    columns: [
      ...WHO,
      ...chargeColumns(apiMessage('reports.column.total'), [
        [apiMessage('reports.part.billed'), ({ billed }) => billed],
        [apiMessage('reports.part.paid'), ({ paid }) => paid],
        [apiMessage('reports.part.remaining'), ({ remaining }) => remaining],
      ]),
      money(apiMessage('reports.column.earlierFines'), ({ earlierFines }) => earlierFines),
      money(apiMessage('reports.column.previousBalance'), ({ previousBalance }) => previousBalance),
      RECEIVED,
      BALANCE_SET,
      OTHER_MONTHS,
      EXTRA,
    ],
  },
  report2: {
    isListed: (figures) => owedOf(figures) > 0,
    columns: [
      ...WHO,
      ...chargeColumns(apiMessage('reports.column.together'), [
        [apiMessage('reports.part.earlier'), ({ arrears }) => arrears],
        [apiMessage('reports.part.thisMonth'), ({ remaining }) => remaining],
      ]),
      money(apiMessage('reports.column.debt'), debtOf),
      money(apiMessage('reports.column.totalDue'), owedOf),
    ],
  },
  report3: {
    isListed: ({ hasMovement, savedFines }) => hasMovement || savedFines > 0,
    columns: [
      ...WHO,
      { title: apiMessage('reports.column.payments'), kind: 'count', value: ({ payments }) => payments },
      ...paymentMethods.map((method) => ({
        ...money(apiMessage(wordKey('method', method)), ({ receivedBy }) => receivedBy.get(method) ?? cents(0)),
        isLeftOutWhenEmpty: true as const,
      })),
      RECEIVED,
      BALANCE_SET,
      money(apiMessage('reports.column.thisMonthPaid'), ({ paid }) => together(paid)),
      OTHER_MONTHS,
      EXTRA,
      {
        ...money(apiMessage('reports.column.savedFines'), ({ savedFines }) => savedFines),
        isLeftOutWhenEmpty: true as const,
      },
      {
        title: apiMessage('reports.column.lastPayment'),
        kind: 'day',
        value: ({ lastPaidAt }) => lastPaidAt && dayOf(lastPaidAt),
      },
    ],
  },
};

type Part = readonly [name: ApiMessage, of: (figures: ShopFigures) => ByCharge];

function chargeColumns(sumTitle: ApiMessage, parts: readonly Part[]): FigureColumn[] {
  const under = (title: ApiMessage, amount: (charges: ByCharge) => Cents) =>
    parts.map(([part, of]) => ({ ...money(title, (figures) => amount(of(figures))), part }));
  return [
    ...CHARGES.flatMap(([kind, title]) =>
      under(title, (charges) => charges[kind]).map((column) =>
        kind === 'Other' ? { ...column, isLeftOutWhenEmpty: true as const } : column,
      ),
    ),
    ...under(sumTitle, together),
  ];
}

function money(title: ApiMessage, value: (figures: ShopFigures) => Cents): FigureColumn {
  return { title, kind: 'money', value };
}

/** Returns a file name without extension: `rent-payment-summary-2026-10`. */
export function fileNameOf({ name, period }: Report): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}-${period.file}`;
}
