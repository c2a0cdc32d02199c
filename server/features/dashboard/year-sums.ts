import { monthInYear } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { type ChargeKindValue, chargeKinds, type InvoiceStatusValue, invoiceStatuses } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { type AuditHead, findHead, listChangedLedgers } from '../audit/queries.ts';
import { type InvoicesWanted, listBalances, listInvoiceCharges, listInvoiceStatuses } from './queries.ts';

/** The sums of a month: the number of invoices by status, and by kind what was charged and what of it was paid. */
export interface MonthFigures {
  count(status: InvoiceStatusValue): number;
  charged(kind: ChargeKindValue): Cents;
  paid(kind: ChargeKindValue): Cents;
}

export interface YearFigures {
  month(number: number): MonthFigures;
  /** The sum of the balances above 0. */
  creditCents: Cents;
  /** The number of tenancies that have not ended. */
  tenants: number;
}

const MOST_YEARS = 3;
/** If more ledgers have changed, everything is read again. */
const MOST_CHANGED = 300;
const MONTHS = 12;

const KINDS_AT = invoiceStatuses.length;
const PAID_AT = KINDS_AT + chargeKinds.length;
const SUMS_OF_MONTH = PAID_AT + chargeKinds.length;
const CREDIT_AT = MONTHS * SUMS_OF_MONTH;
const TENANTS_AT = CREDIT_AT + 1;
const SUMS_OF_YEAR = TENANTS_AT + 1;

/** The sums of a year in a list: those of each month, then credit and tenants. */
type Sums = Float64Array;

interface HeldYear {
  /** The end of the audit log in the state that was read. */
  head: AuditHead;
  ofTenancies: ReadonlyMap<number, Sums>;
  total: Sums;
}

/**
 * The sums of the last years that were read. The audit log names each ledger that changes, so only what it names since
 * the last read is read again, no matter how many ledgers there are. This is also correct for changes by other servers
 * and after a restore, because a log that does not continue the known one is not followed.
 */
export class YearSums {
  readonly #years = new Map<string, HeldYear>();

  async read(db: Reader, year: string): Promise<YearFigures> {
    const head = await findHead(db);
    const held = this.#years.get(year);
    const changed = head && held ? await listChangedLedgers(db, held.head, head) : undefined;
    const isFollowed = held !== undefined && changed !== undefined && changed.length <= MOST_CHANGED;
    const { ofTenancies, total } = isFollowed ? await follow(db, { held, changed, year }) : await readAll(db, year);
    if (head) this.#hold(year, { head, ofTenancies, total });
    return figuresOf(total);
  }

  #hold(year: string, read: HeldYear): void {
    this.#years.delete(year);
    this.#years.set(year, read);
    for (const oldest of this.#years.keys()) {
      if (this.#years.size <= MOST_YEARS) break;
      this.#years.delete(oldest);
    }
  }
}

type ReadYear = Omit<HeldYear, 'head'>;

async function readAll(db: Reader, year: string): Promise<ReadYear> {
  const ofTenancies = new Map<number, Sums>();
  await addBalances(db, ofTenancies);
  // A query for each month, so that other requests are answered between them.
  for (let number = 1; number <= MONTHS; number += 1) {
    const month = monthInYear(year, number);
    await addInvoices(db, ofTenancies, { from: month, to: month });
  }
  const total = new Float64Array(SUMS_OF_YEAR);
  for (const sums of ofTenancies.values()) add(total, sums, 1);
  return { ofTenancies, total };
}

/** Replaces the sums of the changed tenancies. What is held is not changed, because another request may be using it. */
async function follow(
  db: Reader,
  { held, changed, year }: { held: HeldYear; changed: readonly number[]; year: string },
): Promise<ReadYear> {
  if (changed.length === 0) return held;
  const read = new Map<number, Sums>();
  await addBalances(db, read, changed);
  await addInvoices(db, read, { from: monthInYear(year, 1), to: monthInYear(year, MONTHS), tenancyIds: changed });
  const ofTenancies = new Map(held.ofTenancies);
  const total = held.total.slice();
  for (const id of changed) {
    const before = ofTenancies.get(id);
    const after = read.get(id);
    if (before) add(total, before, -1);
    if (after) add(total, after, 1);
    if (after) ofTenancies.set(id, after);
    else ofTenancies.delete(id);
  }
  return { ofTenancies, total };
}

function add(total: Sums, sums: Sums, sign: 1 | -1): void {
  for (const [at, value] of sums.entries()) if (value !== 0) total[at] = (total[at] ?? 0) + sign * value;
}

async function addBalances(db: Reader, to: Map<number, Sums>, tenancyIds?: readonly number[]): Promise<void> {
  for (const { id, balance_cents, ended_on } of await listBalances(db, tenancyIds)) {
    const sums = new Float64Array(SUMS_OF_YEAR);
    sums[CREDIT_AT] = Math.max(0, balance_cents);
    sums[TENANTS_AT] = ended_on === null ? 1 : 0;
    to.set(id, sums);
  }
}

async function addInvoices(db: Reader, to: ReadonlyMap<number, Sums>, wanted: InvoicesWanted): Promise<void> {
  const raise = ({ tenancy_id, month }: { tenancy_id: number; month: string }, place: number, by: number) => {
    const at = (Number(month.slice(-2)) - 1) * SUMS_OF_MONTH + place;
    const sums = to.get(tenancy_id);
    if (sums) sums[at] = (sums[at] ?? 0) + by;
  };
  for (const invoice of await listInvoiceStatuses(db, wanted))
    raise(invoice, invoiceStatuses.indexOf(invoice.status), 1);
  for (const charge of await listInvoiceCharges(db, wanted)) {
    const kind = chargeKinds.indexOf(charge.kind);
    raise(charge, KINDS_AT + kind, charge.cents);
    raise(charge, PAID_AT + kind, charge.paid_cents);
  }
}

function figuresOf(total: Sums): YearFigures {
  const read = (at: number) => total[at] ?? 0;
  return {
    month: (number) => {
      const from = (number - 1) * SUMS_OF_MONTH;
      return {
        count: (status) => read(from + invoiceStatuses.indexOf(status)),
        charged: (kind) => cents(read(from + KINDS_AT + chargeKinds.indexOf(kind))),
        paid: (kind) => cents(read(from + PAID_AT + chargeKinds.indexOf(kind))),
      };
    },
    creditCents: cents(read(CREDIT_AT)),
    tenants: read(TENANTS_AT),
  };
}
