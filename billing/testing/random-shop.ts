/**
 * Random histories near the edges of the rules: days around the due day and month ends, amounts that pay something
 * exactly, invoices generated late or early, entries recorded out of order.
 */
import fc from 'fast-check';
import { addDays, addMonths, type Day, dayInMonth, instantOf, type Month, monthOf, startOfDay } from '../calendar.ts';
import type { Bill, InvoiceActionEvent, LedgerEvent, PaymentEvent } from './events.ts';

export type Roll = readonly [number, number, number, number, number];

const FIRST_MONTHS = ['2026-08', '2027-12', '2023-11', '2026-01', '2099-12', '2027-01'];
const RENTS = [800_000, 800_000, 1_000_030, 1_500_005, 1_234_565, 800_000, 10, 2, 1, 0];
const FEES = [200_000, 200_025, 200_000, 25, 0, 1];
const VAT_RATES = [1800, 1800, 1500, 1750, 3333, 0];
const DUE_DAYS = [15, 15, 15, 15, 10, 1, 28, 20];
const FINE_RATES = [3000, 3000, 3000, 3000, 1000, 1250, 3333, 10_000, 1, 0];
const ACTION_KINDS = ['fine applied', 'fine removed', 'fine applied', 'invoice arrested', 'fine arrested'] as const;
const HOUR_MS = 3_600_000;
/** Times of day of the events. Payments of a past day are dated 11:00. */
const TIMES = [0, 24 * HOUR_MS - 1, 11 * HOUR_MS, 11 * HOUR_MS - 1, 11 * HOUR_MS + 1, 14 * HOUR_MS];
const MONEY_IN = ['balance', 'write-off', 'deposit applied'] as const;
const MONEY_OUT = ['balance', 'refund'] as const;
const AT_ELEVEN = 2;
const BILL_AMOUNT = 6;
const ID_STEP = 10;

const dice = fc.nat(255);
const rolls = fc.array(fc.tuple(dice, dice, dice, dice, dice), { minLength: 3, maxLength: 26, size: 'max' });
export const anyShop: fc.Arbitrary<LedgerEvent[]> = rolls.map(randomShop);

function randomShop(rolls: readonly Roll[]): LedgerEvent[] {
  const [first = [0, 0, 0, 0, 0]] = rolls;
  const shop = new RandomShop(pickValue(FIRST_MONTHS, first[1]), 3 + (first[2] % 4));
  shop.bill([0, ...rest(first)]);
  for (const roll of rolls.slice(1)) shop.play(roll);
  return shop.events;
}

export function turningDay(month: Month, dice: number, dueDay = 15): Day {
  const first = dayInMonth(month, 1);
  const days = [1, 2, dueDay - 1, dueDay, dueDay, dueDay + 1, dueDay + 1, dueDay + 2, 20];
  const date = days[dice % (days.length + 4)];
  return date === undefined ? addDays(addMonths(first, 1), (dice % 5) - 3) : addDays(first, date - 1);
}

export function turningAmount(bill: Bill, dice: number, other: number): number {
  const { rentCents, feeCents, vatBasisPoints, fineBasisPoints } = bill;
  const vat = Math.floor(((rentCents + feeCents) * vatBasisPoints + 5000) / 10_000);
  const whole = rentCents + feeCents + vat;
  const fine = Math.floor((fineBasisPoints * rentCents + 5000) / 10_000);
  const amounts = [
    1,
    2,
    3,
    vat,
    vat + feeCents,
    rentCents,
    whole,
    whole - 1,
    whole + 1,
    whole - 2,
    whole + fine,
    fine,
    2 * whole,
    3 * whole + fine,
    vat + feeCents + Math.floor(rentCents / 2),
    whole + vat,
    dice * other,
    dice * other * 37,
  ];
  return Math.max(1, pickValue(amounts, dice));
}

class RandomShop {
  readonly events: LedgerEvent[] = [];
  readonly #bills: Bill[] = [];
  readonly #payments: PaymentEvent[] = [];
  readonly #actual = new Map<number, number>();
  readonly #months: Month[];

  constructor(first: string, count: number) {
    this.#months = Array.from({ length: count }, (_, index) => monthOf(addMonths(`${first}-01` as Day, index)));
  }

  play(roll: Roll): void {
    const kind = roll[0] % 16;
    if (kind < 4) this.bill(roll);
    else if (kind < 9) this.#pay(roll);
    else if (kind < 11) this.#correct(roll);
    else if (kind < 12) this.#changeBalance(roll);
    else if (kind < 15) this.#act(roll);
    else this.#fineAgain(roll);
  }

  bill(roll: Roll): void {
    const [, a, b, c, d] = roll;
    const free = this.#months.filter((month) => !this.#bills.some((bill) => bill.month === month));
    const month = free[a % Math.max(1, free.length)];
    if (month === undefined) {
      this.#pay(roll);
      return;
    }
    const first = dayInMonth(month, 1);
    const days = [0, 0, 0, -5, 1, 9, 14, 15, 20, 33, 45, 70];
    const bill: Bill = {
      id: this.#nextId(),
      kind: 'invoice',
      month,
      generatedAt: atTime(addDays(first, pickValue(days, c)), c < 100 ? 0 : d),
      rentCents: pickValue(RENTS, b < 128 ? 0 : b),
      feeCents: pickValue(FEES, d < 128 ? 0 : d),
      vatBasisPoints: pickValue(VAT_RATES, d),
      dueDay: pickValue(DUE_DAYS, a >> 3),
      fineBasisPoints: pickValue(FINE_RATES, b >> 2),
    };
    this.#bills.push(bill);
    this.events.push(bill);
  }

  #pay([, a, b, c, d]: Roll): void {
    const bill = this.#pickBill(a);
    const isAboutGrace = b > 215;
    const made = bill.generatedAt.slice(0, 10) as Day;
    const day = isAboutGrace ? addDays(made, 13 + (b % 4)) : this.#turningDay(pickValue(this.#months, b >> 4), b);
    const cents = c > 190 ? Math.max(1, this.#unpaid() + (d % 3) - 1) : turningAmount(bill, c, d);
    const id = this.#nextId();
    const replaced = d % 8 === 3 ? { place: Math.max(1, id - 3 * ID_STEP) } : {};
    const counting = d % 8 === 5 ? ({ isPostDated: true } as const) : {};
    const payment: PaymentEvent = { id, kind: 'payment', day, cents, ...replaced, ...counting };
    this.#payments.push(payment);
    this.#actual.set(payment.id, payment.cents);
    this.events.push(payment);
  }

  #correct([, a, b, c, d]: Roll): void {
    const payment = this.#payments[a % Math.max(1, this.#payments.length)];
    const recorded = payment && this.#actual.get(payment.id);
    if (!payment || recorded === undefined) return;
    const actual = b % 5 === 0 ? 0 : turningAmount(this.#pickBill(b), c, d);
    if (actual === recorded) return;
    this.#actual.set(payment.id, actual);
    const { id: paymentId, day, isPostDated } = payment;
    const counting = isPostDated ? { isPostDated } : {};
    const cents = actual - recorded;
    this.events.push({ id: this.#nextId(), kind: 'correction', day, paymentId, cents, ...counting });
  }

  /** Adds a change to the balance at any instant, or a transfer of credit at the instant of a payment. */
  #changeBalance([, a, b, c, d]: Roll): void {
    const id = this.#nextId();
    const cents = turningAmount(this.#pickBill(a), c, d) * (b % 3 === 0 ? 1 : -1);
    const at = atTime(this.#turningDay(pickValue(this.#months, a >> 4), b), d);
    const payment = this.#payments[c % Math.max(1, this.#payments.length)];
    const kinds = cents > 0 ? MONEY_IN : MONEY_OUT;
    if (a % 2 === 0) this.events.push({ id, kind: pickValue(kinds, a >> 1), at, cents });
    else if (!payment || d % 3 === 0) this.events.push({ id, kind: 'transfer', at, cents });
    else {
      const place = payment.id - (d % 2);
      const share = c % 4 === 0 ? Math.sign(cents) * payment.cents : cents;
      this.events.push({ id, kind: 'transfer', at: atTime(payment.day as Day, AT_ELEVEN), cents: share, place });
    }
  }

  #act([, a, b, c, d]: Roll): void {
    const { id: invoiceId, month } = this.#pickBill(a);
    const later = monthOf(addMonths(dayInMonth(month as Month, 1), c % 3));
    const at = atTime(this.#turningDay(later, b), d);
    const act: InvoiceActionEvent = { id: this.#nextId(), kind: pickValue(ACTION_KINDS, c >> 4), at, invoiceId };
    this.events.push(act);
  }

  #fineAgain([, a, b, c, d]: Roll): void {
    const { id: invoiceId, month } = this.#pickBill(a);
    const removed = addDays(dayInMonth(month as Month, 16), b % 60);
    const applied = addDays(removed, (c % 8) - 1);
    this.events.push({ id: this.#nextId(), kind: 'fine removed', at: atTime(removed, d), invoiceId });
    this.events.push({ id: this.#nextId(), kind: 'fine applied', at: atTime(applied, d), invoiceId });
  }

  /** Returns the amount of the invoices so far, without fines, less the amounts of all other events. */
  #unpaid(): number {
    let unpaid = 0;
    for (const each of this.events) {
      if (each.kind === 'invoice') unpaid += turningAmount(each, BILL_AMOUNT, 0);
      else if ('cents' in each) unpaid -= each.cents;
    }
    return unpaid;
  }

  #turningDay(month: Month, dice: number): Day {
    return turningDay(month, dice, this.#bills.find((bill) => bill.month === month)?.dueDay);
  }

  #nextId(): number {
    return (this.events.length + 1) * ID_STEP;
  }

  #pickBill(dice: number): Bill {
    return pickValue(this.#bills, dice);
  }
}

export function atTime(day: Day, dice: number): string {
  return instantOf(Date.parse(startOfDay(day)) + pickValue(TIMES, dice));
}

export function pickValue<Item>(items: readonly Item[], dice: number): Item {
  const item = items[dice % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

function rest([, ...others]: Roll): [number, number, number, number] {
  return others;
}
