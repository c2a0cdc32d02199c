import { addDays, dayOf, type Instant, type Month } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { writeDay, writeInstant } from '#contract/documents/figures.ts';
import { message } from '#contract/messages/message.ts';
import type { ChargeKindValue } from '#contract/money-effects.ts';
import { paymentMethods } from '#contract/payments.ts';
import { type ReportName, reportTitles } from '#contract/reports.ts';
import { type ByCharge, type ShopFigures, spanOf } from './load-report.ts';

export type ColumnKind = 'text' | 'month' | 'day' | 'count' | 'money' | 'percent';
export type Value = string | number | undefined;

export interface ReportColumn {
  title: string;
  part?: string;
  kind: ColumnKind;
  isLeftOutWhenEmpty?: true;
}

interface FigureColumn extends ReportColumn {
  value: (figures: ShopFigures) => Value;
}

export interface Report {
  title: string;
  market: string;
  month: Month;
  asOf: string;
  made: string;
  about?: string;
  columns: readonly ReportColumn[];
  /** Percentages are in basis points. */
  rows: readonly (readonly Value[])[];
  /** Undefined for columns without figures. */
  totals: readonly (number | undefined)[];
}

interface Asked {
  name: ReportName;
  month: Month;
  market: string;
  now: Instant;
}

export function presentReport({ name, month, market, now }: Asked, all: readonly ShopFigures[]): Report {
  const { columns, isListed } = shapes[name];
  const rows = all.filter(isListed);
  return {
    title: reportTitles[name],
    market,
    month,
    asOf: writeAsOf(month, now),
    made: message('reports.made', { time: writeInstant(now) }),
    columns,
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
    totals: columns.map((column) => totalOf(column, rows)),
  };
}

function writeAsOf(month: Month, now: Instant): string {
  const { until } = spanOf(month);
  if (until > now) return message('reports.asOf', { time: writeInstant(now) });
  return message('reports.asOfEnd', { date: writeDay(addDays(dayOf(until), -1)) });
}

function totalOf({ kind, value }: FigureColumn, rows: readonly ShopFigures[]): number | undefined {
  if (kind !== 'money' && kind !== 'count') return undefined;
  return rows.reduce((sum, row) => sum + Number(value(row)), 0);
}

const CHARGES: readonly (readonly [kind: ChargeKindValue, title: string])[] = [
  ['Rent', message('reports.column.rent')],
  ['OperationFee', message('reports.column.operationFee')],
  ['VAT', message('reports.column.vat')],
  ['Other', message('reports.column.otherCharges')],
  ['Fine', message('reports.column.fines')],
];

const WHO: readonly FigureColumn[] = [
  {
    title: message('reports.column.shop'),
    part: message('reports.part.id'),
    kind: 'text',
    value: ({ shopId }) => shopId,
  },
  {
    title: message('reports.column.shop'),
    part: message('reports.part.name'),
    kind: 'text',
    value: ({ shopName }) => shopName,
  },
  { title: message('reports.column.tenant'), kind: 'text', value: ({ tenant }) => tenant },
  { title: message('reports.column.month'), kind: 'month', value: ({ month }) => month },
];

const RECEIVED = money(message('reports.column.received'), ({ received }) => received);
const BALANCE_SET = money(message('reports.column.balanceSet'), ({ balanceSet }) => balanceSet);
const OTHER_MONTHS = money(message('reports.column.otherMonths'), ({ otherMonths }) => otherMonths);
const EXTRA = money(message('reports.column.extra'), ({ balance, previousBalance }) =>
  cents(balance - previousBalance),
);

const shapes: Record<ReportName, { columns: readonly FigureColumn[]; isListed: (figures: ShopFigures) => boolean }> = {
  report: {
    isListed: ({ isBilled, hasMovement, earlierFines }) => isBilled || hasMovement || earlierFines > 0,
    columns: [
      ...WHO,
      ...chargeColumns(message('reports.column.total'), [
        [message('reports.part.billed'), ({ billed }) => billed],
        [message('reports.part.paid'), ({ paid }) => paid],
        [message('reports.part.remaining'), ({ remaining }) => remaining],
      ]),
      money(message('reports.column.earlierFines'), ({ earlierFines }) => earlierFines),
      money(message('reports.column.previousBalance'), ({ previousBalance }) => previousBalance),
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
      ...chargeColumns(message('reports.column.together'), [
        [message('reports.part.earlier'), ({ arrears }) => arrears],
        [message('reports.part.thisMonth'), ({ remaining }) => remaining],
      ]),
      money(message('reports.column.debt'), debtOf),
      money(message('reports.column.totalDue'), owedOf),
    ],
  },
  report3: {
    isListed: ({ hasMovement }) => hasMovement,
    columns: [
      ...WHO,
      { title: message('reports.column.payments'), kind: 'count', value: ({ payments }) => payments },
      ...paymentMethods.map((method) => ({
        ...money(method, ({ receivedBy }) => receivedBy.get(method) ?? cents(0)),
        isLeftOutWhenEmpty: true as const,
      })),
      RECEIVED,
      BALANCE_SET,
      money(message('reports.column.thisMonthPaid'), ({ paid }) => together(paid)),
      OTHER_MONTHS,
      EXTRA,
      {
        title: message('reports.column.lastPayment'),
        kind: 'day',
        value: ({ lastPaidAt }) => lastPaidAt && dayOf(lastPaidAt),
      },
    ],
  },
};

type Part = readonly [name: string, of: (figures: ShopFigures) => ByCharge];

function chargeColumns(sumTitle: string, parts: readonly Part[]): FigureColumn[] {
  const under = (title: string, amount: (charges: ByCharge) => Cents) =>
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

function money(title: string, value: (figures: ShopFigures) => Cents): FigureColumn {
  return { title, kind: 'money', value };
}

function together(charges: ByCharge): Cents {
  return sumCents(Object.values(charges));
}

function debtOf({ balance }: ShopFigures): Cents {
  return cents(Math.max(0, -balance));
}

function owedOf(figures: ShopFigures): Cents {
  return sumCents([together(figures.arrears), together(figures.remaining), debtOf(figures)]);
}

/** Without extension: `rent-payment-summary-2026-10` */
export function fileNameOf({ title, month }: Pick<Report, 'title' | 'month'>): string {
  return `${title.toLowerCase().replaceAll(' ', '-')}-${month}`;
}
