import { dayOf } from '#billing/calendar.ts';
import { type Cents, toPercent, toRupees } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import { writeInstant } from '#contract/messages/day-words.ts';
import { type ApiMessage, apiMessage, message } from '#contract/messages/message.ts';
import { type RentRollAnswer, type RentRollRow, rentRollTitle } from '#contract/reports.ts';
import { presentAnchor } from '../audit/present.ts';
import type { RentRoll, RentRollLine, RentRollMoney } from './load-rent-roll.ts';
import { together } from './load-report.ts';
import { pictureOfBilled } from './picture.ts';
import {
  type ColumnKind,
  type ColumnTexts,
  headColumn,
  monthPeriod,
  type Report,
  type ReportIssue,
  type Value,
  writeMade,
} from './present.ts';

export function presentRentRoll(roll: RentRoll, { market, now, head }: ReportIssue): RentRollAnswer {
  const { month, lines, totals, shops } = roll;
  const { notEarned, rent } = totals;
  return {
    month,
    as_of: now,
    anchor: presentAnchor(head, { market, day: dayOf(now) }),
    rows: lines.map(presentLine),
    totals: { ...presentMoney(totals), rent: toRupees(rent), operation_fee: toRupees(totals.operationFee) },
    shops: {
      ...shops,
      vacancy_of_shops: percentage(shops.vacant, shops.count),
      vacancy_of_rent: percentage(notEarned, rent + notEarned),
    },
  };
}

function presentLine(line: RentRollLine): RentRollRow {
  const { shopId, shopName, letTo, invoice } = line;
  return {
    shop_id: shopId,
    shop_name: shopName,
    is_vacant: letTo === undefined,
    tenancy_id: letTo?.id ?? null,
    tenant_name: letTo?.tenant ?? null,
    started_on: letTo?.startedOn ?? null,
    ended_on: letTo?.endedOn ?? null,
    agreement_number: letTo?.agreementNumber ?? '',
    rent: letTo ? toRupees(letTo.rent) : null,
    operation_fee: letTo ? toRupees(letTo.operationFee) : null,
    vat_rate: letTo ? toPercent(letTo.vatBasisPoints) : null,
    invoice_id: invoice ?? null,
    ...presentMoney(line),
  };
}

function presentMoney({ billed, paid, due, dueInAll, depositHeld, notEarned }: RentRollMoney) {
  return {
    billed: {
      rent: toRupees(billed.Rent),
      operation_fee: toRupees(billed.OperationFee),
      vat: toRupees(billed.VAT),
      other: toRupees(billed.Other),
      fine: toRupees(billed.Fine),
      total: toRupees(together(billed)),
    },
    paid: toRupees(paid),
    due: toRupees(due),
    due_in_all: toRupees(dueInAll),
    deposit_held: toRupees(depositHeld),
    rent_not_earned: toRupees(notEarned),
  };
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
}

export function presentRentRollReport(roll: RentRoll, issue: ReportIssue): Report {
  const { market, now, language } = issue;
  const columns = [...TENANCY, ...MONEY];
  const { lines, totals, month, shops } = roll;
  const picture = pictureOfBilled(totals.paid, totals.due, language);
  const terms = new Map([
    [RENT, totals.rent],
    [FEE, totals.operationFee],
  ]);
  return {
    name: rentRollTitle,
    title: message('reports.title.rentRoll', {}, language),
    language,
    market,
    period: monthPeriod(month, language),
    columns: columns.map((column) => headColumn(column, language)),
    asOf: message('reports.asOf', { time: writeInstant(now, language) }, language),
    ...writeMade(issue),
    about: message(
      'reports.occupancy',
      {
        ...shops,
        shops: percentage(shops.vacant, shops.count),
        rent: percentage(totals.notEarned, totals.rent + totals.notEarned),
      },
      language,
    ),
    ...(picture && { picture }),
    rows: lines.map((line) => [
      ...TENANCY.map(({ value }) => value(line, language)),
      ...MONEY.map(({ value }) => value(line, language)),
    ]),
    totals: [
      ...TENANCY.map(({ title, part: name }) => (title === TERMS && name ? terms.get(name) : undefined)),
      ...MONEY.map(({ value }) => value(totals, language)),
    ],
  };
}

interface ColumnOf<Row, V extends Value = Value> extends ColumnTexts {
  value: (row: Row, language: Language) => V;
}

const SHOP = apiMessage('reports.column.shop');

const TENANT = apiMessage('reports.column.tenant');

const TENANCY_DAYS = apiMessage('reports.column.tenancy');

const TERMS = apiMessage('reports.column.terms');

const BILLED = apiMessage('reports.part.billed');

const RENT = apiMessage('reports.column.rent');

const FEE = apiMessage('reports.column.operationFee');

const VAT = apiMessage('reports.column.vat');

/**
 * The terms (rent, fee, VAT) have the same order as the billed amounts in MONEY, because the PDF prints one under the
 * other.
 */
const TENANCY: readonly ColumnOf<RentRollLine>[] = [
  part(SHOP, apiMessage('reports.part.id'), { kind: 'text', value: ({ shopId }) => shopId }),
  part(SHOP, apiMessage('reports.part.name'), { kind: 'text', value: ({ shopName }) => shopName }),
  part(TENANT, apiMessage('reports.part.name'), {
    kind: 'text',
    value: ({ letTo }, language) => letTo?.tenant ?? message('reports.vacant', {}, language),
  }),
  part(TENANT, apiMessage('reports.part.agreement'), { kind: 'text', value: ({ letTo }) => letTo?.agreementNumber }),
  part(TENANCY_DAYS, apiMessage('reports.part.from'), { kind: 'day', value: ({ letTo }) => letTo?.startedOn }),
  part(TENANCY_DAYS, apiMessage('reports.part.until'), {
    kind: 'day',
    value: ({ letTo }) => letTo?.endedOn ?? undefined,
  }),
  part(TERMS, RENT, { kind: 'money', value: ({ letTo }) => letTo?.rent }),
  part(TERMS, FEE, { kind: 'money', value: ({ letTo }) => letTo?.operationFee }),
  part(TERMS, VAT, { kind: 'percent', value: ({ letTo }) => letTo?.vatBasisPoints }),
];

const MONEY: readonly ColumnOf<RentRollMoney, Cents>[] = [
  part(BILLED, RENT, { kind: 'money', value: ({ billed }) => billed.Rent }),
  part(BILLED, FEE, { kind: 'money', value: ({ billed }) => billed.OperationFee }),
  part(BILLED, VAT, { kind: 'money', value: ({ billed }) => billed.VAT }),
  {
    ...money(apiMessage('reports.column.other'), ({ billed }) => billed.Other),
    isLeftOutWhenEmpty: true,
  },
  money(apiMessage('reports.column.fine'), ({ billed }) => billed.Fine),
  money(apiMessage('reports.column.totalBilled'), ({ billed }) => together(billed)),
  money(apiMessage('reports.part.paid'), ({ paid }) => paid),
  money(apiMessage('reports.column.due'), ({ due }) => due),
  money(apiMessage('reports.column.dueInAll'), ({ dueInAll }) => dueInAll),
  money(apiMessage('reports.column.deposit'), ({ depositHeld }) => depositHeld),
  money(apiMessage('reports.column.notEarned'), ({ notEarned }) => notEarned),
];

function part<Row, V extends Value>(
  title: ApiMessage,
  name: ApiMessage,
  rest: { kind: ColumnKind; value: ColumnOf<Row, V>['value'] },
): ColumnOf<Row, V> {
  return { title, part: name, ...rest };
}

function money(title: ApiMessage, value: (row: RentRollMoney) => Cents): ColumnOf<RentRollMoney, Cents> {
  return { title, kind: 'money', value };
}
