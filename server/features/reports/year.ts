import { type Instant, type InstantRange, type Month, monthInYear } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { yearReportTitle } from '#contract/reports.ts';
import type { Reader } from '../../db/connect.ts';
import { loadMonthReport } from './closed-report.ts';
import { owedOf, type ShopFigures, spanOf, together, type Unconfirmed } from './load-report.ts';
import { CHARGES, pictureOfMonths } from './picture.ts';
import {
  type ColumnTexts,
  describeUnconfirmed,
  headColumn,
  type Report,
  type ReportIssue,
  type Value,
  writeAsOf,
  writeMade,
} from './present.ts';

/** `figures` is undefined if the month has not begun. */
export interface MonthOfYear {
  month: Month;
  figures: readonly ShopFigures[] | undefined;
}

export async function loadYear(db: Reader, year: string, now: Instant): Promise<MonthOfYear[]> {
  const months: MonthOfYear[] = [];
  for (let number = 1; number <= 12; number += 1) {
    const span = spanOf(monthInYear(year, number));
    const figures = span.from > now ? undefined : (await loadMonthReport(db, span)).figures;
    months.push({ month: span.month, figures });
  }
  return months;
}

export function yearSpan(year: string): InstantRange {
  return { from: spanOf(monthInYear(year, 1)).from, until: spanOf(monthInYear(year, 12)).until };
}

interface YearColumn extends ColumnTexts {
  of: (figures: ShopFigures) => Cents;
  /** True for a figure as of the end of a month. Such figures are not added up over the year. */
  isAsOfEnd?: true;
}

/** Each figure is the total of its column in the monthly reports (docs/reports.md). */
const COLUMNS: readonly YearColumn[] = [
  ...CHARGES.map(
    ([kind, title]): YearColumn => ({
      ...money(title, ({ billed }) => billed[kind]),
      ...(kind === 'Other' && { isLeftOutWhenEmpty: true }),
    }),
  ),
  money(apiMessage('reports.column.totalBilled'), ({ billed }) => together(billed)),
  money(apiMessage('reports.column.earlierFines'), ({ earlierFines }) => earlierFines),
  money(apiMessage('reports.column.received'), ({ received }) => received),
  money(apiMessage('reports.column.balanceSet'), ({ balanceSet }) => balanceSet),
  money(apiMessage('reports.column.thisMonthPaid'), ({ paid }) => together(paid)),
  money(apiMessage('reports.column.otherMonths'), ({ otherMonths }) => otherMonths),
  money(apiMessage('reports.column.extra'), ({ balance, previousBalance }) => cents(balance - previousBalance)),
  { ...money(apiMessage('reports.column.totalDue'), owedOf), isAsOfEnd: true },
];

function money(title: ApiMessage, of: YearColumn['of']): YearColumn {
  return { title, kind: 'money', of };
}

export function presentYear(
  months: readonly MonthOfYear[],
  { year, unconfirmed, ...issue }: ReportIssue & { year: string; unconfirmed: Unconfirmed },
): Report {
  const { market, language } = issue;
  const begun = months.filter(({ figures }) => figures !== undefined);
  const last = begun.at(-1) ?? months[0];
  const sumsOf = ({ figures }: MonthOfYear): Value[] => COLUMNS.map(({ of }) => figures && sumCents(figures.map(of)));
  const picture = pictureOfMonths(
    begun.map(({ month, figures = [] }) => ({
      month,
      billed: sumCents(figures.map(({ billed }) => together(billed))),
      received: sumCents(figures.map(({ received }) => received)),
    })),
    language,
  );
  const rows = months.map((one): Value[] => [one.month, ...sumsOf(one)]);
  return {
    name: yearReportTitle,
    title: message('reports.title.year', {}, language),
    language,
    market,
    period: { words: year, file: year },
    asOf: last ? writeAsOf(last.month, issue) : '',
    ...writeMade(issue),
    about: [message('reports.year.about', {}, language), ...describeUnconfirmed(unconfirmed, language)].join(' '),
    ...(picture && { picture }),
    columns: [{ title: apiMessage('reports.column.month'), kind: 'month' } as const, ...COLUMNS].map((column) =>
      headColumn(column, language),
    ),
    rows,
    totals: [
      undefined,
      ...COLUMNS.map(({ of, isAsOfEnd }) =>
        isAsOfEnd ? undefined : sumCents(begun.flatMap(({ figures = [] }) => figures.map(of))),
      ),
    ],
  };
}
