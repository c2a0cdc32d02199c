import type { Month } from '#billing/calendar.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import { writeShortMonth } from '#contract/messages/day-words.ts';
import { type ApiMessage, apiMessage, inWords } from '#contract/messages/message.ts';
import { wordKey } from '#contract/messages/word.ts';
import type { ReportName } from '#contract/reports.ts';
import { type ChargeKindValue, paymentMethods } from '#contract/words.ts';
import { debtOf, owedOf, type ShopFigures, together } from './load-report.ts';

/** What a report begins with: bars, each with an amount for each of `parts`, in that order. */
export interface ReportPicture {
  parts: readonly string[];
  bars: readonly Bar[];
  /** True if the amounts of a bar add up, so that they are drawn in one line. */
  isStacked: boolean;
}

interface Bar {
  name: string;
  amounts: readonly Cents[];
}

/** The number of shops in the picture of the remaining dues. */
const LARGEST_DUES = 10;

export const CHARGES: readonly (readonly [kind: ChargeKindValue, title: ApiMessage])[] = [
  ['Rent', apiMessage('reports.column.rent')],
  ['OperationFee', apiMessage('reports.column.operationFee')],
  ['VAT', apiMessage('reports.column.vat')],
  ['Other', apiMessage('reports.column.otherCharges')],
  ['Fine', apiMessage('reports.column.fines')],
];

/** Returns undefined if there is nothing to draw. */
export function pictureOf(
  name: ReportName,
  rows: readonly ShopFigures[],
  language: Language,
): ReportPicture | undefined {
  const { parts, barsOf } = pictures[name];
  return drawable({
    parts: parts.map((part) => inWords(part, language)),
    bars: barsOf(rows, language),
    isStacked: true,
  });
}

/** Charges of a month: what was billed, as far as it is paid and still due. */
export function pictureOfBilled(paid: Cents, due: Cents, language: Language): ReportPicture | undefined {
  const parts = [apiMessage('reports.part.paid'), apiMessage('reports.column.due')];
  const name = inWords(apiMessage('reports.column.totalBilled'), language);
  return drawable({
    parts: parts.map((part) => inWords(part, language)),
    bars: [{ name, amounts: [paid, due] }],
    isStacked: true,
  });
}

export interface MonthBar {
  month: Month;
  billed: Cents;
  received: Cents;
}

export function pictureOfMonths(months: readonly MonthBar[], language: Language): ReportPicture | undefined {
  const parts = [apiMessage('reports.column.totalBilled'), apiMessage('reports.column.received')];
  return drawable({
    parts: parts.map((part) => inWords(part, language)),
    bars: months.map(({ month, billed, received }) => ({
      name: writeShortMonth(month, language),
      amounts: [billed, received],
    })),
    isStacked: false,
  });
}

/** Leaves out bars and parts without money. */
function drawable({ parts, bars, isStacked }: ReportPicture): ReportPicture | undefined {
  const isUsed = parts.map((_, at) => bars.some(({ amounts }) => amounts[at] !== 0));
  const used = bars.filter(({ amounts }) => amounts.some((amount) => amount !== 0));
  if (used.length === 0) return undefined;
  return {
    parts: parts.filter((_, at) => isUsed[at]),
    bars: used.map(({ name, amounts }) => ({ name, amounts: amounts.filter((_, at) => isUsed[at]) })),
    isStacked,
  };
}

const pictures: Record<
  ReportName,
  { parts: readonly ApiMessage[]; barsOf: (rows: readonly ShopFigures[], language: Language) => Bar[] }
> = {
  report: {
    parts: [apiMessage('reports.part.paid'), apiMessage('reports.part.remaining')],
    barsOf: (rows, language) =>
      CHARGES.map(([kind, title]) => ({
        name: inWords(title, language),
        amounts: [sumCents(rows.map(({ paid }) => paid[kind])), sumCents(rows.map(({ remaining }) => remaining[kind]))],
      })),
  },
  report2: {
    parts: [
      apiMessage('reports.part.earlier'),
      apiMessage('reports.part.thisMonth'),
      apiMessage('reports.column.debt'),
    ],
    barsOf: (rows) =>
      rows
        .toSorted((one, other) => owedOf(other) - owedOf(one))
        .slice(0, LARGEST_DUES)
        .map((row) => ({
          name: `${row.shopId} ${row.tenant ?? row.shopName}`,
          amounts: [together(row.arrears), together(row.remaining), debtOf(row)],
        })),
  },
  report3: {
    parts: [apiMessage('reports.column.received')],
    barsOf: (rows, language) =>
      paymentMethods.map((method) => ({
        name: inWords(apiMessage(wordKey('method', method)), language),
        amounts: [sumCents(rows.map(({ receivedBy }) => receivedBy.get(method) ?? cents(0)))],
      })),
  },
};
