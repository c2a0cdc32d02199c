import type { Ledger } from '../ledger.ts';
import { type Bill, entriesOf, type LedgerEvent, type LedgerRules } from './events.ts';

export function differencesFromOracle(rules: LedgerRules, events: readonly LedgerEvent[]): string {
  const ours = productLines(rules, rules.fold(entriesOf(rules, events)));
  const theirs = oracleLedger(events);
  if (ours.join('\n') === theirs.join('\n')) return '';
  const here = new Set(ours);
  const there = new Set(theirs);
  return [
    ...ours.filter((line) => !there.has(line)).map((line) => `product: ${line}`),
    ...theirs.filter((line) => !here.has(line)).map((line) => `oracle:  ${line}`),
  ].join('\n');
}

function productLines(rules: LedgerRules, ledger: Ledger): LedgerLines {
  const moved = new Map<string, number>();
  for (const { invoiceId, kind, causeId, cents } of ledger.allocations) {
    const key = `${invoiceId} ${kind} by ${causeId}`;
    moved.set(key, (moved.get(key) ?? 0) + cents);
  }
  const lines = ledger.invoices.flatMap((invoice) => [
    `invoice ${invoice.id} ${invoice.month} due ${invoice.dueDay} ${rules.invoiceStatus(invoice)}`,
    ...invoice.charges.map((charge) => {
      const { kind, cents, paidCents, aroseAt } = charge;
      return `charge ${invoice.id} ${kind} ${cents} paid ${paidCents} ${rules.chargeStatus(charge)} since ${aroseAt}`;
    }),
  ]);
  const moves = [...moved].map(([key, amount]) => `to ${key}: ${amount}`);
  return [`left over ${ledger.balanceCents}`, ...lines, ...moves].sort();
}

/**
 * A second implementation of the rules in docs/rules.md, slow and plain, which computes with bigints. It shares no code
 * with the product, so the two agree only when both are right, or when both misread the rules in the same way.
 */

interface OracleCharge {
  name: 'VAT' | 'OperationFee' | 'Rent' | 'Fine';
  amount: bigint;
  paid: bigint;
  arose: number;
  arrested: boolean;
}

interface OracleInvoice {
  id: number;
  month: string;
  dueDay: number;
  hundredthsOfPercent: bigint;
  arrested: boolean;
  charges: OracleCharge[];
}

/** Lines of a ledger, sorted. */
type LedgerLines = string[];

const CHANGES_OF_CREDIT = ['balance', 'transfer', 'refund', 'write-off', 'deposit applied'];
const MINUTE = 60_000;
const HOURS_24 = 1440 * MINUTE;
const AHEAD = 330 * MINUTE;

function oracleLedger(events: readonly LedgerEvent[]): LedgerLines {
  const recorded = [...events].sort(
    (one, other) => instantOfEvent(one) - instantOfEvent(other) || follows(one) - follows(other) || one.id - other.id,
  );
  const invoices: OracleInvoice[] = [];
  const moved = new Map<string, bigint>();
  let credit = 0n;

  const spend = (moment: number, cause: number, isPayment = true) => {
    while (credit > 0n) {
      const invoice = firstOpen(invoices);
      if (!invoice) return;
      const isLate = isPayment && marketDay(moment) > invoice.dueDay;
      if (isLate && !recorded.some((each) => each.kind === 'fine removed' && each.invoiceId === invoice.id)) {
        fine(invoice, moment);
      }
      const charge = invoice.charges.find((each) => each.paid < each.amount);
      if (!charge) return;
      const open = charge.amount - charge.paid;
      const part = credit < open ? credit : open;
      charge.paid += part;
      credit -= part;
      const key = `${invoice.id} ${charge.name} by ${cause}`;
      moved.set(key, (moved.get(key) ?? 0n) + part);
    }
  };

  for (const [index, each] of recorded.entries()) {
    const moment = instantOfEvent(each);
    if (each.kind === 'invoice') invoices.push(issue(each, moment));
    if (each.kind === 'payment') credit += reallyPaid(each.id, each.cents, recorded);
    if (CHANGES_OF_CREDIT.includes(each.kind) && 'cents' in each) credit += BigInt(each.cents);
    if (['invoice', 'payment', ...CHANGES_OF_CREDIT].includes(each.kind))
      spend(moment, each.id, each.kind !== 'write-off');
    if (!('invoiceId' in each)) continue;
    const invoice = invoices.find(({ id }) => id === each.invoiceId);
    if (!invoice) continue;
    const isRemovedLater = recorded
      .slice(index)
      .some((later) => later.kind === 'fine removed' && later.invoiceId === invoice.id);
    if (each.kind === 'fine applied' && !isRemovedLater) fine(invoice, moment);
    if (each.kind === 'invoice arrested') arrestAll(invoice);
    if (each.kind === 'fine arrested') arrest(invoice.charges.filter(({ name }) => name === 'Fine'));
  }
  return [`left over ${credit}`, ...invoices.flatMap(linesOfInvoice), ...linesOfMoves(moved)].sort();
}

/** Returns the time of an event in milliseconds since 1970. */
function instantOfEvent(event: LedgerEvent): number {
  switch (event.kind) {
    case 'invoice': {
      const made = Date.parse(event.generatedAt);
      const begun = numberOfDay(`${event.month}-01`) * HOURS_24 - AHEAD;
      return made < begun ? begun : made;
    }
    case 'payment':
    case 'correction':
      return numberOfDay(event.day) * HOURS_24 - AHEAD + (event.isPostDated ? 0 : 660 * MINUTE);
    default:
      return Date.parse(event.at);
  }
}

/** Returns the id by which the event is sorted: that of the entry it directly follows, or else its own. */
function follows(event: LedgerEvent): number {
  return 'place' in event && event.place !== undefined ? event.place : event.id;
}

function numberOfDay(text: string): number {
  const [year, month, date] = text.split('-').map(Number);
  return Date.UTC(year ?? 0, (month ?? 0) - 1, date ?? 0) / HOURS_24;
}

function marketDay(moment: number): number {
  return Math.floor((moment + AHEAD) / HOURS_24);
}

function issue(bill: Bill, moment: number): OracleInvoice {
  const rent = BigInt(bill.rentCents);
  const fee = BigInt(bill.feeCents);
  const due = numberOfDay(`${bill.month}-${bill.dueDay}`);
  const made = marketDay(Date.parse(bill.generatedAt));
  const tenThousandths = (rent + fee) * BigInt(bill.vatBasisPoints);
  const charge = (name: OracleCharge['name'], amount: bigint): OracleCharge => ({
    name,
    amount,
    paid: 0n,
    arose: moment,
    arrested: false,
  });
  return {
    id: bill.id,
    month: bill.month,
    dueDay: made > numberOfDay(`${bill.month}-1`) ? Math.max(due, made + 14) : due,
    hundredthsOfPercent: BigInt(bill.fineBasisPoints),
    arrested: false,
    charges: [charge('VAT', halfUp(tenThousandths, 10_000n)), charge('OperationFee', fee), charge('Rent', rent)],
  };
}

function halfUp(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  return (dividend % divisor) * 2n >= divisor ? whole + 1n : whole;
}

function reallyPaid(id: number, cents: number, recorded: readonly LedgerEvent[]): bigint {
  let amount = BigInt(cents);
  for (const each of recorded) if (each.kind === 'correction' && each.paymentId === id) amount += BigInt(each.cents);
  return amount;
}

function firstOpen(invoices: readonly OracleInvoice[]): OracleInvoice | undefined {
  const open = invoices.filter(({ charges }) => charges.some(({ paid, amount }) => paid < amount));
  return open.sort((one, other) => (one.month < other.month ? -1 : 1))[0];
}

function fine(invoice: OracleInvoice, moment: number): void {
  const rent = invoice.charges.find(({ name }) => name === 'Rent');
  if (!rent || invoice.charges.some(({ name }) => name === 'Fine')) return;
  const amount = halfUp((rent.amount - rent.paid) * invoice.hundredthsOfPercent, 10_000n);
  if (amount > 0n) invoice.charges.push({ name: 'Fine', amount, paid: 0n, arose: moment, arrested: false });
}

function arrestAll(invoice: OracleInvoice): void {
  if (invoice.charges.some(({ paid, amount }) => paid < amount)) invoice.arrested = true;
  arrest(invoice.charges);
}

function arrest(charges: readonly OracleCharge[]): void {
  for (const charge of charges) if (charge.paid < charge.amount) charge.arrested = true;
}

function linesOfInvoice(invoice: OracleInvoice): string[] {
  const { id, month, charges } = invoice;
  const due = new Date(invoice.dueDay * HOURS_24).toISOString().slice(0, 10);
  const isPaid = charges.every(({ paid, amount }) => paid === amount);
  const isTouched = charges.some(({ paid }) => paid !== 0n);
  const status = isPaid ? 'Paid' : invoice.arrested ? 'Arrears' : isTouched ? 'Partially Paid' : 'Unpaid';
  return [
    `invoice ${id} ${month} due ${due} ${status}`,
    ...charges.map((charge) => {
      const arose = new Date(charge.arose).toISOString();
      return `charge ${id} ${charge.name} ${charge.amount} paid ${charge.paid} ${statusOf(charge)} since ${arose}`;
    }),
  ];
}

function statusOf({ amount, paid, arrested }: OracleCharge): string {
  if (paid === amount) return 'Paid';
  if (arrested) return 'Arrest';
  return paid === 0n ? 'Unpaid' : 'Partially Paid';
}

function linesOfMoves(moved: ReadonlyMap<string, bigint>): string[] {
  return [...moved].map(([key, amount]) => `to ${key}: ${amount}`);
}
