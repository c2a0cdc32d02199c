import { type Day, firstDayOf, instantsOfMonths, type Month } from '#billing/calendar.ts';
import { depositHeld } from '#billing/deposit.ts';
import { type Cents, cents, sumCents } from '#billing/money.ts';
import { type DatedTerm, type Term, termOn, termsDay } from '#billing/terms.ts';
import type { Reader } from '../../db/connect.ts';
import { compareShopIds } from '../shops/queries.ts';
import { dueOfTenancy, listTenanciesOfMonth, type TenancyOfShopRow } from '../tenants/queries.ts';
import { listTermsByTenancy } from '../terms/queries.ts';
import { type ByCharge, sumByCharge } from './load-report.ts';
import { listReportShops, sumDeposits, sumMonthCharges } from './queries.ts';

export interface LetTo {
  id: number;
  tenant: string;
  startedOn: Day;
  endedOn: Day | null;
  agreementNumber: string;
  rent: Cents;
  operationFee: Cents;
  vatBasisPoints: number;
}

export interface RentRollMoney {
  billed: ByCharge;
  /** The amount paid towards the month's invoice. */
  paid: Cents;
  due: Cents;
  /** The amount due for the whole tenancy. */
  dueInAll: Cents;
  depositHeld: Cents;
  notEarned: Cents;
}

export interface RentRollLine extends RentRollMoney {
  shopId: string;
  shopName: string;
  letTo: LetTo | undefined;
  invoice: string | undefined;
}

export interface RentRoll {
  month: Month;
  lines: readonly RentRollLine[];
  /** Rent and operation fee of a shop are added only once, from its last tenancy. */
  totals: RentRollMoney & { rent: Cents; operationFee: Cents };
  shops: { count: number; let: number; vacant: number };
}

/** Loads the rent roll with five queries, whatever the number of shops. */
export async function loadRentRoll(db: Reader, month: Month): Promise<RentRoll> {
  const shops = await listReportShops(db);
  const tenancies = Map.groupBy(await listTenanciesOfMonth(db, month), ({ shop_id }) => shop_id);
  const terms = await listTermsByTenancy(db);
  const charges = Map.groupBy(await sumMonthCharges(db, month), ({ tenancy_id }) => tenancy_id);
  const deposits = Map.groupBy(await sumDeposits(db), ({ tenancy_id }) => tenancy_id);
  const { until } = instantsOfMonths(month);
  const byShop = shops
    .toSorted((one, other) => compareShopIds(one.shop_id, other.shop_id))
    .map(({ id, shop_id: shopId, shop_name: shopName, rent_cents: rent, created_at }): RentRollLine[] => {
      const lines = (tenancies.get(id) ?? []).map((tenancy): RentRollLine => {
        const bill = charges.get(tenancy.id) ?? [];
        const billed = sumByCharge(bill, (row) => row.cents);
        const paid = sumCents(bill.map(({ paid_cents }) => paid_cents));
        return {
          shopId,
          shopName,
          invoice: bill[0]?.number,
          billed,
          paid,
          letTo: letToOf(tenancy, terms.get(tenancy.id) ?? [], month),
          due: cents(sumCents(Object.values(billed)) - paid),
          dueInAll: dueOfTenancy(tenancy),
          depositHeld: depositHeld(deposits.get(tenancy.id) ?? []),
          notEarned: cents(0),
        };
      });
      const isVacant = !lines.some(({ letTo }) => letTo !== undefined && held(letTo, month));
      if (!isVacant || created_at >= until) return lines;
      return [...lines, { ...NO_MONEY, shopId, shopName, letTo: undefined, invoice: undefined, notEarned: rent }];
    });
  const lines = byShop.flat();
  const last = byShop.flatMap((ofShop) => ofShop.at(-1)?.letTo ?? []);
  const vacant = lines.filter(({ letTo }) => letTo === undefined).length;
  const count = byShop.filter((ofShop) => ofShop.length > 0).length;
  return {
    month,
    lines,
    totals: {
      ...addUp(lines),
      rent: sumCents(last.map(({ rent }) => rent)),
      operationFee: sumCents(last.map(({ operationFee }) => operationFee)),
    },
    shops: { count, let: count - vacant, vacant },
  };
}

const NO_MONEY: RentRollMoney = {
  billed: sumByCharge([], () => cents(0)),
  paid: cents(0),
  due: cents(0),
  dueInAll: cents(0),
  depositHeld: cents(0),
  notEarned: cents(0),
};

function letToOf(tenancy: TenancyOfShopRow, terms: readonly DatedTerm[], month: Month): LetTo {
  const { id, name: tenant, started_on: startedOn, ended_on: endedOn, agreement_number: agreementNumber } = tenancy;
  const term = (name: Term) => termOn(terms, name, termsDay(month, startedOn));
  return {
    id,
    tenant,
    startedOn,
    endedOn,
    agreementNumber,
    rent: cents(term('rent')),
    operationFee: cents(term('operation fee')),
    vatBasisPoints: term('VAT rate'),
  };
}

function held({ startedOn, endedOn }: LetTo, month: Month): boolean {
  return startedOn.slice(0, 7) <= month && (endedOn === null || endedOn >= firstDayOf(month));
}

function addUp(lines: readonly RentRollLine[]): RentRollMoney {
  const of = (amount: (line: RentRollLine) => Cents) => sumCents(lines.map(amount));
  return {
    billed: {
      Rent: of(({ billed }) => billed.Rent),
      OperationFee: of(({ billed }) => billed.OperationFee),
      VAT: of(({ billed }) => billed.VAT),
      Other: of(({ billed }) => billed.Other),
      Fine: of(({ billed }) => billed.Fine),
    },
    paid: of((line) => line.paid),
    due: of((line) => line.due),
    dueInAll: of((line) => line.dueInAll),
    depositHeld: of((line) => line.depositHeld),
    notEarned: of((line) => line.notEarned),
  };
}
