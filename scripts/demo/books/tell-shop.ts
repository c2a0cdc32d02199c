/**
 * The life of one shop of the demo: who rents it, its invoice on the first of each month, what its tenants bring, and
 * what the office does about it, up to now. Everything is recorded in a journal, in the order of time.
 */
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayOf,
  type Instant,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import { type Random, randomFrom } from '../random.ts';
import { Agenda } from './agenda.ts';
import { type Handover, handoversOf } from './habits.ts';
import { Journal, type JournalInvoice } from './journal.ts';
import { momentOf } from './moments.ts';
import { PARDONS, SLIPS } from './names-data.ts';
import { officeDays } from './office-days.ts';
import type { ShopPlan } from './plan-shops.ts';
import type { Tenancy } from './plan-tenancies.ts';

const CASHIER = 'admin@example.com';
const MANAGER = 'superadmin@example.com';

export interface TellOptions {
  seed: number;
  /** The month of the first invoices. */
  from: Month;
  now: Instant;
  /** From here on the audit log tells everything. */
  notedFrom: Instant;
}

/** Everything that happened to the money of a shop up to now. */
export function tellShop(plan: ShopPlan, tenancies: readonly Tenancy[], options: TellOptions): Journal {
  return new Story(plan, tenancies, options).tell();
}

/** Minutes after midnight at which the invoices of all shops are generated. */
const GENERATED_AT = 6 * 60 + 15;
const NOON = 12 * 60;

class Story {
  readonly #plan: ShopPlan;
  readonly #tenancies: readonly Tenancy[];
  readonly #options: TellOptions;
  readonly #random: Random;
  readonly #agenda = new Agenda();
  readonly #journal: Journal;

  constructor(plan: ShopPlan, tenancies: readonly Tenancy[], options: TellOptions) {
    this.#plan = plan;
    this.#tenancies = tenancies;
    this.#options = options;
    this.#random = randomFrom(options.seed, 'story', plan.shopId);
    this.#journal = new Journal(plan.shopId, options.notedFrom);
  }

  tell(): Journal {
    const { from, now } = this.#options;
    this.#openOldLedger();
    for (const [place, tenancy] of this.#tenancies.entries()) this.#planTenancy(tenancy, place);
    const lastMonth = monthOf(dayOf(now));
    for (let first = dayInMonth(from, 1); monthOf(first) <= lastMonth; first = addMonths(first, 1)) {
      // A few seconds for each shop, one after the other, as the office generates them all.
      const at = momentOf(first, GENERATED_AT + this.#random.uniform());
      this.#agenda.plan(at, () => this.#bill(at));
    }
    this.#planOfficeDays(lastMonth);
    this.#agenda.runUntil(now);
    return this.#journal;
  }

  /** What the paper books of before said: some shops had paid ahead, a few owed something. */
  #openOldLedger(): void {
    const chance = this.#random.uniform();
    const amount = cents(Math.round(2 + 18 * this.#random.uniform()) * 100_000);
    if (chance > 0.12) return;
    const balance = chance < 0.08 ? amount : cents(-amount);
    const at = momentOf(addDays(dayInMonth(this.#options.from, 1), -3), NOON + 30);
    this.#agenda.plan(at, () =>
      this.#journal.setBalance({ by: MANAGER, at }, balance, 'Carried over from the paper ledger'),
    );
  }

  #planTenancy(tenancy: Tenancy, place: number): void {
    const begins = momentOf(tenancy.from, 9 * 60);
    this.#agenda.plan(begins, () => {
      this.#journal.tenancy = place;
      // Whoever comes within a month is billed for it that day; the first tenants wait for the first month.
      if (place > 0 && !tenancy.from.endsWith('-01')) {
        this.#agenda.plan(momentOf(tenancy.from, NOON), (at) => this.#bill(at));
      }
    });
    if (tenancy.until === undefined) return;
    if (tenancy.parting === 'settled') this.#planSettling(tenancy, addDays(tenancy.until, -2));
    if (tenancy.parting === 'written off') this.#planWriteOff(addDays(tenancy.until, -1));
    this.#agenda.plan(momentOf(tenancy.until, 9 * 60), () => {
      this.#journal.tenancy = null;
    });
  }

  /** Whoever leaves in good order pays what is open, is not fined for it, and gets back what is left over. */
  #planSettling({ method }: Tenancy, day: Day): void {
    this.#agenda.plan(momentOf(day, 10 * 60), (at) => {
      const owed = this.#journal.owedCents;
      if (owed > 0)
        this.#journal.pay({ by: CASHIER, at }, { day, cents: owed, method, note: 'Last payment', invoiceId: null });
    });
    this.#agenda.plan(momentOf(day, 10 * 60 + 20), (at) => {
      for (const { id, charges } of this.#journal.ledger.invoices) {
        const isOpen = charges.some((charge) => charge.kind === 'Fine' && charge.paidCents < charge.cents);
        if (isOpen) this.#journal.removeFine({ by: MANAGER, at }, id, 'Leaves in good order');
      }
    });
    this.#agenda.plan(momentOf(day, 11 * 60), (at) => {
      this.#journal.setBalance({ by: MANAGER, at }, cents(0), 'What was left over is paid back');
    });
  }

  /** What nobody will ever pay: the fines go first, then the rest is settled by decision of the board. */
  #planWriteOff(day: Day): void {
    this.#agenda.plan(momentOf(day, 10 * 60), (at) => this.#journal.applyFines({ by: MANAGER, at }));
    this.#agenda.plan(momentOf(day, 10 * 60 + 30), (at) => {
      for (const { id, charges } of this.#journal.ledger.invoices) {
        const isOpen = charges.some((charge) => charge.kind === 'Fine' && charge.paidCents < charge.cents);
        if (isOpen) this.#journal.removeFine({ by: MANAGER, at }, id, 'Written off by decision of the board');
      }
    });
    this.#agenda.plan(momentOf(day, 11 * 60), (at) => {
      this.#journal.setBalance({ by: MANAGER, at }, this.#journal.owedCents, 'Written off by decision of the board');
    });
  }

  #planOfficeDays(lastMonth: Month): void {
    for (const { at, context } of officeDays(this.#options.from, lastMonth)) {
      this.#agenda.plan(at, () => context(this.#journal, { by: MANAGER, at }));
    }
  }

  /** The invoice of the month, and what its tenant will bring for it. */
  #bill(at: Instant): void {
    const tenancy = this.#tenancies[this.#journal.tenancy ?? this.#tenancies.length];
    const month = monthOf(dayOf(at));
    const chance = this.#random.uniform();
    if (!tenancy || this.#journal.invoices.some((invoice) => invoice.month === month)) return;
    if (chance < 0.02 && month.endsWith('-01')) {
      this.#billByMistake(at, month, tenancy);
      return;
    }
    const invoice = this.#journal.generate({ by: MANAGER, at }, month, this.#plan.termsOf(month));
    this.#planPrint(invoice);
    this.#planHandovers(invoice, tenancy);
  }

  /** Most invoices are printed within three days, some lie about for weeks. */
  #planPrint(invoice: JournalInvoice): void {
    const [chance, days] = [this.#random.uniform(), this.#random.uniform()];
    const day = addDays(dayOf(invoice.generated_at), Math.ceil(days * (chance < 0.75 ? 3 : 40)));
    this.#agenda.plan(momentOf(day, 8 * 60), () => {
      invoice.times_printed += 1;
    });
  }

  /** In January a shop is now and then billed with last year's rates, which is deleted and generated again. */
  #billByMistake(at: Instant, month: Month, tenancy: Tenancy): void {
    const lastYear = monthOf(addDays(dayOf(at), -1));
    const wrong = this.#journal.generate({ by: MANAGER, at }, month, this.#plan.termsOf(lastYear));
    this.#agenda.plan(momentOf(dayOf(at), NOON + 20), (noticed) =>
      this.#journal.voidInvoice({ by: CASHIER, at: noticed }, wrong, "Generated with last year's rates"),
    );
    this.#agenda.plan(momentOf(dayOf(at), NOON + 35), (again) => {
      const invoice = this.#journal.generate({ by: CASHIER, at: again }, month, this.#plan.termsOf(month));
      this.#planPrint(invoice);
      this.#planHandovers(invoice, tenancy);
    });
  }

  #planHandovers(invoice: JournalInvoice, tenancy: Tenancy): void {
    const billCents = cents(invoice.rent_cents + invoice.operation_fee_cents + invoice.vat_cents);
    const read = { month: invoice.month, totalCents: invoice.total_cents, billCents };
    const handovers = handoversOf(tenancy.habit, read, tenancy.method, this.#random);
    const isNamed = this.#random.uniform() < 0.6;
    const hasStopped = tenancy.stopsIn !== undefined && invoice.month >= tenancy.stopsIn;
    const kept = hasStopped ? [] : handovers.filter(({ day }) => day > dayOf(invoice.generated_at));
    for (const handover of kept) {
      const invoiceId = isNamed ? invoice.id : null;
      this.#agenda.plan(this.#recordedAt(handover), (at) => this.#take(handover, at, invoiceId, tenancy));
    }
    const isFined = hasStopped && this.#random.uniform() < 0.3;
    const fineAt = momentOf(dayInMonth(invoice.month, 20), NOON + 50);
    if (isFined) this.#agenda.plan(fineAt, (at) => this.#journal.applyFine({ by: CASHIER, at }, invoice.id));
  }

  #recordedAt({ day, recordedAfterDays }: Handover): Instant {
    return momentOf(addDays(day, recordedAfterDays), 5 * 60 + 30 + this.#random.uniform() * 6 * 60);
  }

  /** Money over the counter; now and then it is typed wrong, or twice, or in the books of another shop. */
  #take(handover: Handover, at: Instant, invoiceId: number | null, tenancy: Tenancy): void {
    if (this.#tenancies[this.#journal.tenancy ?? this.#tenancies.length] !== tenancy) return;
    const { method, day } = handover;
    const [chance, number] = [this.#random.uniform(), Math.floor(100_000 + this.#random.uniform() * 900_000)];
    const note = method === 'Cheque' ? `Cheque ${number}` : '';
    const doing = { by: CASHIER, at };
    const isWrong = chance < 0.012;
    const recorded = isWrong ? this.#mistyped(handover.cents) : handover.cents;
    const payment = { day, cents: recorded, method, note, invoiceId };
    const paymentId = this.#journal.pay(doing, payment);
    if (isWrong) this.#planCorrection(paymentId, recorded, handover.cents, at);
    else if (chance < 0.016) this.#planDeletion({ ...payment, cents: handover.cents }, at, 'Entered twice');
    else if (chance < 0.018) {
      const stray = { day, cents: cents(handover.cents + 125_000), method, note: '', invoiceId: null };
      this.#planDeletion(stray, at, 'Belongs to another shop');
    }
    this.#planPardon(at);
  }

  /** A digit too few, or a thousand too many. */
  #mistyped(amount: Cents): Cents {
    return this.#random.uniform() < 0.5
      ? cents(Math.max(100, Math.floor(amount / 1000) * 100))
      : cents(amount + 100_000);
  }

  #planCorrection(paymentId: number, recorded: Cents, actual: Cents, at: Instant): void {
    if (recorded === actual) return;
    const reason = SLIPS[Math.floor(this.#random.uniform() * SLIPS.length)] ?? '';
    const noticed = momentOf(addDays(dayOf(at), Math.floor(this.#random.uniform() * 5)), NOON + 5);
    const [isHalfDone, isDeleted] = [this.#random.uniform() < 0.2, this.#random.uniform() < 0.5];
    const first = isHalfDone ? cents(actual + 5000) : actual;
    let correctionId = 0;
    this.#agenda.plan(noticed, () => {
      correctionId = this.#journal.correct({ by: CASHIER, at: noticed }, paymentId, first, reason);
    });
    if (!isHalfDone) return;
    // A correction that was wrong itself is corrected, or deleted and made anew.
    const again = momentOf(addDays(dayOf(noticed), 1), 8 * 60);
    this.#agenda.plan(again, () => {
      const doing = { by: CASHIER, at: again };
      if (isDeleted) this.#journal.voidPayment(doing, correctionId, 'Counted wrong');
      this.#journal.correct(doing, paymentId, actual, 'Counted again');
    });
  }

  /** Money that is recorded and should not have been, deleted soon after. */
  #planDeletion(payment: Parameters<Journal['pay']>[1], at: Instant, reason: string): void {
    const paymentId = this.#journal.pay({ by: CASHIER, at }, payment);
    const noticed = addDays(dayOf(at), Math.floor(this.#random.uniform() * 3));
    if (this.#random.uniform() < 0.4) {
      this.#agenda.plan(momentOf(noticed, NOON + 6), (corrected) =>
        this.#journal.correct(
          { by: CASHIER, at: corrected },
          paymentId,
          cents(payment.cents + 20_000),
          'Counted again',
        ),
      );
    }
    this.#agenda.plan(momentOf(noticed, NOON + 10), (deleted) =>
      this.#journal.voidPayment({ by: MANAGER, at: deleted }, paymentId, reason),
    );
  }

  /** Whom a late payment brought a fine may ask the manager to take it away. */
  #planPardon(at: Instant): void {
    const [chance, days, which] = [this.#random.uniform(), this.#random.uniform(), this.#random.uniform()];
    const newest = this.#journal.invoices.at(-1);
    if (chance > 0.05 || !newest) return;
    const reason = PARDONS[Math.floor(which * PARDONS.length)] ?? '';
    const decided = momentOf(addDays(dayOf(at), 1 + Math.floor(days * 6)), NOON + 15);
    this.#agenda.plan(decided, () => this.#journal.removeFine({ by: MANAGER, at: decided }, newest.id, reason));
  }
}
