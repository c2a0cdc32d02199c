import type { Instant } from '#billing/calendar.ts';
import { type Cents, sumCents, toPercent, toRupees } from '#billing/money.ts';
import { writeInstant } from '#contract/documents/figures.ts';
import { message } from '#contract/messages/message.ts';
import { type RentRollAnswer, type RentRollRow, rentRollTitle } from '#contract/reports.ts';
import type { RentRoll, RentRollLine, RentRollMoney } from './load-rent-roll.ts';
import type { ByCharge } from './load-report.ts';
import type { ColumnKind, Report, ReportColumn, Value } from './present.ts';

export function presentRentRoll(roll: RentRoll, now: Instant): RentRollAnswer {
  const { month, lines, totals, shops } = roll;
  const { notEarned, rent } = totals;
  return {
    month,
    as_of: now,
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
    ...{ shop_id: shopId, shop_name: shopName, is_vacant: letTo === undefined },
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
      ...{ rent: toRupees(billed.Rent), operation_fee: toRupees(billed.OperationFee), vat: toRupees(billed.VAT) },
      ...{ other: toRupees(billed.Other), fine: toRupees(billed.Fine), total: toRupees(together(billed)) },
    },
    ...{ paid: toRupees(paid), due: toRupees(due), due_in_all: toRupees(dueInAll) },
    ...{ deposit_held: toRupees(depositHeld), rent_not_earned: toRupees(notEarned) },
  };
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
}

function together(charges: ByCharge): Cents {
  return sumCents(Object.values(charges));
}

interface Asked {
  market: string;
  now: Instant;
}

export function presentRentRollReport(roll: RentRoll, { market, now }: Asked): Report {
  const columns = [...TENANCY, ...MONEY];
  const { lines, totals, month, shops } = roll;
  const terms = new Map([
    [RENT, totals.rent],
    [FEE, totals.operationFee],
  ]);
  return {
    ...{ title: rentRollTitle, market, month, columns },
    asOf: message('reports.asOf', { time: writeInstant(now) }),
    made: message('reports.made', { time: writeInstant(now) }),
    about: message('reports.occupancy', {
      ...shops,
      shops: percentage(shops.vacant, shops.count),
      rent: percentage(totals.notEarned, totals.rent + totals.notEarned),
    }),
    rows: lines.map((line) => [...TENANCY.map(({ value }) => value(line)), ...MONEY.map(({ value }) => value(line))]),
    totals: [
      ...TENANCY.map(({ title, part: name = '' }) => (title === TERMS ? terms.get(name) : undefined)),
      ...MONEY.map(({ value }) => value(totals)),
    ],
  };
}

interface ColumnOf<Row, V extends Value = Value> extends ReportColumn {
  value: (row: Row) => V;
}

const SHOP = message('reports.column.shop');
const TENANT = message('reports.column.tenant');
const TENANCY_DAYS = message('reports.column.tenancy');
const TERMS = message('reports.column.terms');
const BILLED = message('reports.part.billed');
const RENT: string = message('reports.column.rent');
const FEE: string = message('reports.column.operationFee');
const VAT = message('reports.column.vat');

/** Terms and billed amounts have the same parts, because they are stacked on paper. */
const TENANCY: readonly ColumnOf<RentRollLine>[] = [
  part(SHOP, message('reports.part.id'), { kind: 'text', value: ({ shopId }) => shopId }),
  part(SHOP, message('reports.part.name'), { kind: 'text', value: ({ shopName }) => shopName }),
  part(TENANT, message('reports.part.name'), {
    kind: 'text',
    value: ({ letTo }) => letTo?.tenant ?? message('reports.vacant'),
  }),
  part(TENANT, message('reports.part.agreement'), { kind: 'text', value: ({ letTo }) => letTo?.agreementNumber }),
  part(TENANCY_DAYS, message('reports.part.from'), { kind: 'day', value: ({ letTo }) => letTo?.startedOn }),
  part(TENANCY_DAYS, message('reports.part.until'), { kind: 'day', value: ({ letTo }) => letTo?.endedOn ?? undefined }),
  part(TERMS, RENT, { kind: 'money', value: ({ letTo }) => letTo?.rent }),
  part(TERMS, FEE, { kind: 'money', value: ({ letTo }) => letTo?.operationFee }),
  part(TERMS, VAT, { kind: 'percent', value: ({ letTo }) => letTo?.vatBasisPoints }),
];

const MONEY: readonly ColumnOf<RentRollMoney, Cents>[] = [
  part(BILLED, RENT, { kind: 'money', value: ({ billed }) => billed.Rent }),
  part(BILLED, FEE, { kind: 'money', value: ({ billed }) => billed.OperationFee }),
  part(BILLED, VAT, { kind: 'money', value: ({ billed }) => billed.VAT }),
  {
    ...money(message('reports.column.other'), ({ billed }) => billed.Other),
    isLeftOutWhenEmpty: true,
  },
  money(message('reports.column.fine'), ({ billed }) => billed.Fine),
  money(message('reports.column.totalBilled'), ({ billed }) => together(billed)),
  money(message('reports.part.paid'), ({ paid }) => paid),
  money(message('reports.column.due'), ({ due }) => due),
  money(message('reports.column.dueInAll'), ({ dueInAll }) => dueInAll),
  money(message('reports.column.deposit'), ({ depositHeld }) => depositHeld),
  money(message('reports.column.notEarned'), ({ notEarned }) => notEarned),
];

function part<Row, V extends Value>(
  title: string,
  name: string,
  rest: { kind: ColumnKind; value: (row: Row) => V },
): ColumnOf<Row, V> {
  return { title, part: name, ...rest };
}

function money(title: string, value: (row: RentRollMoney) => Cents): ColumnOf<RentRollMoney, Cents> {
  return { title, kind: 'money', value };
}
