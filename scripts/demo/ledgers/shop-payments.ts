import { addDays, type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { type CorrectionInput, correctPayment } from '#server/features/payments/correct-payment.ts';
import { recordPayment } from '#server/features/payments/record-payment.ts';
import { removePayment } from '#server/features/payments/remove-payment.ts';
import names from '../assets/names.json' with { type: 'json' };
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { pick, type Random } from '../random.ts';
import { timeOn } from '../timeline.ts';
import type { PlannedPayment } from './plan-payments.ts';

const NOON = 12 * 60;

interface CountedPayment {
  day: Day;
  cents: Cents;
  method: PaymentMethod;
  note: string;
}

export class ShopPayments {
  readonly #market: DemoMarket;
  readonly #shopId: string;
  readonly #random: Random;

  constructor(market: DemoMarket, shopId: string, random: Random) {
    this.#market = market;
    this.#shopId = shopId;
    this.#random = random;
  }

  async record(at: Instant, payment: CountedPayment, invoiceId?: number): Promise<number> {
    const { tx } = this.#market;
    const opened = await loadLedgerForUpdate(tx, this.#shopId);
    const named = opened.invoices.find(({ id }) => id === invoiceId);
    return (await recordPayment(tx, doneBy('admin', at), { opened, ...payment, named })).paymentId;
  }

  async recordWithMistakes(at: Instant, planned: PlannedPayment, invoiceId: number | undefined): Promise<void> {
    const { method, day } = planned;
    const [chance, number] = [this.#random.uniform(), Math.floor(100_000 + this.#random.uniform() * 900_000)];
    const note = method === 'Cheque' ? `Cheque ${number}` : '';
    const payment = { day, cents: planned.cents, method, note };
    const recorded = chance < 0.012 ? this.#mistyped(planned.cents) : planned.cents;
    const paymentId = await this.record(at, { ...payment, cents: recorded }, invoiceId);
    if (recorded !== planned.cents) this.#planCorrection(paymentId, { ...payment, recorded }, at);
    else if (chance >= 0.012 && chance < 0.016)
      await this.#recordWrongly(at, { ...payment, reason: 'Entered twice' }, invoiceId);
    else if (chance >= 0.012 && chance < 0.018) {
      const stray = { day, cents: cents(planned.cents + 125_000), method, note: '' };
      await this.#recordWrongly(at, { ...stray, reason: 'Belongs to another shop' });
    }
  }

  #plan(day: Day, minutes: number, event: (at: Instant) => Promise<unknown>): void {
    this.#market.timeline.plan(timeOn(day, minutes), event);
  }

  #mistyped(amount: Cents): Cents {
    return this.#random.uniform() < 0.5
      ? cents(Math.max(100, Math.floor(amount / 1000) * 100))
      : cents(amount + 100_000);
  }

  #planCorrection(paymentId: number, payment: CountedPayment & { recorded: Cents }, at: Instant): void {
    const { tx } = this.#market;
    const { day, recorded, cents: actual } = payment;
    const reason = pick(names.correctionReasons, this.#random);
    const noticed = addDays(dayOf(at), Math.floor(this.#random.uniform() * 5));
    const [isWrongAgain, isDeleted] = [this.#random.uniform() < 0.2, this.#random.uniform() < 0.5];
    const first = isWrongAgain ? cents(actual + 5000) : actual;
    const correct = (time: Instant, { from, to, why }: { from: Cents; to: Cents; why: string }) =>
      this.#correct(time, { day, paymentId, recordedCents: from, actualCents: to, reason: why });
    this.#plan(noticed, NOON + 5, (corrected) => correct(corrected, { from: recorded, to: first, why: reason }));
    if (!isWrongAgain) return;
    this.#plan(addDays(noticed, 1), 8 * 60, async (again) => {
      if (isDeleted) {
        const { rows } = await loadLedgerForUpdate(tx, this.#shopId);
        const correction = rows.findLast(({ payment_id }) => payment_id === paymentId);
        await removePayment(tx, doneBy('admin', again), { id: correction?.id ?? 0, reason: 'Counted wrong' });
      }
      await correct(again, { from: isDeleted ? recorded : first, to: actual, why: 'Counted again' });
    });
  }

  async #correct(at: Instant, correction: CorrectionInput): Promise<void> {
    const { tx } = this.#market;
    await correctPayment(tx, doneBy('admin', at), {
      opened: await loadLedgerForUpdate(tx, this.#shopId),
      ...correction,
    });
  }

  async #recordWrongly(
    at: Instant,
    { reason, ...payment }: CountedPayment & { reason: string },
    invoiceId?: number,
  ): Promise<void> {
    const paymentId = await this.record(at, payment, invoiceId);
    const noticed = addDays(dayOf(at), Math.floor(this.#random.uniform() * 3));
    if (this.#random.uniform() < 0.4) {
      const { day, cents: recordedCents } = payment;
      const actualCents = cents(recordedCents + 20_000);
      this.#plan(noticed, NOON + 6, (corrected) =>
        this.#correct(corrected, { day, paymentId, recordedCents, actualCents, reason: 'Counted again' }),
      );
    }
    this.#plan(noticed, NOON + 10, (deleted) =>
      removePayment(this.#market.tx, doneBy('superadmin', deleted), { id: paymentId, reason }),
    );
  }
}
