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
import { overdueInvoices, refuseFine } from '#billing/fine.ts';
import { findCharge, totalDebt } from '#billing/ledger.ts';
import { type Cents, cents } from '#billing/money.ts';
import { type Cheque, NO_CHEQUE } from '#contract/cheques.ts';
import { isCheque, type PaymentMethod } from '#contract/words.ts';
import { applyFine } from '#server/features/fines/apply-fine.ts';
import { removeFine } from '#server/features/fines/remove-fine.ts';
import { generateInvoice } from '#server/features/invoices/generate-invoice.ts';
import { recordInvoicePrint } from '#server/features/invoices/record-print.ts';
import { removeInvoice } from '#server/features/invoices/remove-invoice.ts';
import { loadLedgerForUpdate } from '#server/features/ledger/load-ledger.ts';
import { type CorrectionInput, correctPayment } from '#server/features/payments/correct-payment.ts';
import { recordPayment } from '#server/features/payments/record-payment.ts';
import { removePayment } from '#server/features/payments/remove-payment.ts';
import { setBalance } from '#server/features/shop-summary/set-balance.ts';
import { addTenant } from '#server/features/tenants/add-tenant.ts';
import { removeTenant } from '#server/features/tenants/remove-tenant.ts';
import names from '../assets/names.json' with { type: 'json' };
import { type DemoMarket, doneBy } from '../demo-market.ts';
import { pick, type Random, randomFrom } from '../random.ts';
import { timeOn } from '../timeline.ts';
import { type PlannedPayment, planPayments } from './plan-payments.ts';
import { isRentEditedLate, type ShopPlan } from './plan-shops.ts';
import type { Tenancy } from './plan-tenancies.ts';

const SHOP_PAYMENTS_NOON = 12 * 60;

interface CountedPayment {
  day: Day;
  cents: Cents;
  method: PaymentMethod;
  cheque?: Cheque;
  note: string;
}

class ShopPayments {
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
    const chance = this.#random.uniform();
    const number = Math.floor(100_000 + this.#random.uniform() * 900_000);
    const cheque = { ...NO_CHEQUE, ...(isCheque(method) && { cheque_number: String(number) }) };
    const payment = { day, cents: planned.cents, method, cheque, note: '' };
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
    const isWrongAgain = this.#random.uniform() < 0.2;
    const isDeleted = this.#random.uniform() < 0.5;
    const first = isWrongAgain ? cents(actual + 5000) : actual;
    const correct = (time: Instant, { from, to, why }: { from: Cents; to: Cents; why: string }) =>
      this.#correct(time, { day, paymentId, recordedCents: from, actualCents: to, reason: why });
    this.#plan(noticed, SHOP_PAYMENTS_NOON + 5, (corrected) =>
      correct(corrected, { from: recorded, to: first, why: reason }),
    );
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
      this.#plan(noticed, SHOP_PAYMENTS_NOON + 6, (corrected) =>
        this.#correct(corrected, { day, paymentId, recordedCents, actualCents, reason: 'Counted again' }),
      );
    }
    this.#plan(noticed, SHOP_PAYMENTS_NOON + 10, (deleted) =>
      removePayment(this.#market.tx, doneBy('superadmin', deleted), { id: paymentId, reason }),
    );
  }
}

const GENERATED_AT = 6 * 60 + 15;
const NOON = 12 * 60;
const PRINTED_MONTHS = 13;

export class ShopHistory {
  readonly #market: DemoMarket;
  readonly #shopId: string;
  readonly #tenancies: readonly Tenancy[];
  readonly #random: Random;
  readonly #payments: ShopPayments;
  #tenancy: Tenancy | undefined;
  #billedUntil: Month | undefined;

  constructor(market: DemoMarket, { shopId }: ShopPlan, tenancies: readonly Tenancy[]) {
    this.#market = market;
    this.#shopId = shopId;
    this.#tenancies = tenancies;
    this.#random = randomFrom(market.seed, 'story', shopId);
    this.#payments = new ShopPayments(market, shopId, this.#random);
  }

  planAll(from: Month): void {
    this.#planOpeningBalance(from);
    for (const [place, tenancy] of this.#tenancies.entries()) this.#planTenancy(tenancy, place);
    for (let first = dayInMonth(from, 1); first <= dayOf(this.#market.now); first = addMonths(first, 1)) {
      this.#plan(timeOn(first, GENERATED_AT + this.#random.uniform()), (at) => this.#bill(at));
    }
  }

  #plan(time: Instant, event: (at: Instant) => Promise<unknown>): void {
    this.#market.timeline.plan(time, event);
  }

  #planOpeningBalance(from: Month): void {
    const chance = this.#random.uniform();
    const amount = cents(Math.round(2 + 18 * this.#random.uniform()) * 100_000);
    if (chance > 0.12) return;
    const balance = chance < 0.08 ? amount : cents(-amount);
    this.#plan(timeOn(addDays(dayInMonth(from, 1), -3), NOON + 30), (at) =>
      this.#setBalance(at, balance, 'Carried over from the paper ledger'),
    );
  }

  async #setBalance(at: Instant, balance: Cents, reason: string): Promise<void> {
    // In a short span, a shop can be empty on the day of its opening balance.
    if (!this.#tenancy) return;
    const { ledger } = await this.#ledger();
    if (ledger.balanceCents === balance) return;
    await setBalance(this.#market.tx, doneBy('superadmin', at), { shopId: this.#shopId, cents: balance, reason });
  }

  #ledger() {
    return loadLedgerForUpdate(this.#market.tx, this.#shopId);
  }

  #planTenancy(tenancy: Tenancy, place: number): void {
    const { tx } = this.#market;
    const { name, contact, address, email } = tenancy;
    let tenantId = 0;
    this.#plan(timeOn(tenancy.from, 9 * 60), async (at) => {
      const known = tenancy.firstShopId === undefined ? undefined : await loadLedgerForUpdate(tx, tenancy.firstShopId);
      const fields = { shop_id: this.#shopId, name, contact, address, email, tenant_ref: known?.tenancy.tenant_id };
      tenantId = (await addTenant(tx, doneBy('admin', at), fields)).tenant.id;
      this.#tenancy = tenancy;
    });
    // A new tenant who moves in during a month is billed for it on the day of moving in. All other bills are made on
    // the first of a month.
    if (place > 0 && !tenancy.from.endsWith('-01')) {
      this.#plan(timeOn(tenancy.from, NOON), (at) => this.#bill(at));
    }
    if (tenancy.until === undefined) return;
    if (tenancy.ending === 'paid up') this.#planLastPayment(tenancy, addDays(tenancy.until, -2));
    if (tenancy.ending === 'written off') this.#planWriteOff(addDays(tenancy.until, -1));
    this.#plan(timeOn(tenancy.until, 9 * 60), async (at) => {
      await removeTenant(tx, doneBy('admin', at), tenantId);
      this.#tenancy = undefined;
    });
  }

  #planLastPayment({ method }: Tenancy, day: Day): void {
    this.#plan(timeOn(day, 10 * 60), async (at) => {
      const owed = totalDebt((await this.#ledger()).ledger);
      if (owed > 0) await this.#payments.record(at, { day, cents: owed, method, note: 'Last payment' });
    });
    this.#plan(timeOn(day, 10 * 60 + 20), (at) => this.#removeOpenFines(at, 'Leaves in good order'));
    this.#plan(timeOn(day, 11 * 60), (at) => this.#setBalance(at, cents(0), 'Remaining credit paid back'));
  }

  #planWriteOff(day: Day): void {
    const reason = 'Written off by decision of the board';
    this.#plan(timeOn(day, 10 * 60), async (at) => {
      for (const { id } of overdueInvoices((await this.#ledger()).ledger, day)) await this.#fine(at, id);
    });
    this.#plan(timeOn(day, 10 * 60 + 30), (at) => this.#removeOpenFines(at, reason));
    this.#plan(timeOn(day, 11 * 60), async (at) =>
      this.#setBalance(at, totalDebt((await this.#ledger()).ledger), reason),
    );
  }

  async #removeOpenFines(at: Instant, reason: string): Promise<void> {
    const { ledger } = await this.#ledger();
    for (const { id, charges } of ledger.invoices) {
      const isOpen = charges.some((charge) => charge.kind === 'Fine' && charge.paidCents < charge.cents);
      if (isOpen) await this.#removeFine(at, id, reason);
    }
  }

  async #removeFine(at: Instant, invoiceId: number, reason: string): Promise<void> {
    const { ledger, invoices } = await this.#ledger();
    const folded = ledger.invoices.find(({ id }) => id === invoiceId);
    const number = invoices.find(({ id }) => id === invoiceId)?.number;
    if (!number || !folded || !findCharge(folded, 'Fine')) return;
    await removeFine(this.#market.tx, doneBy('superadmin', at), { number, reason });
  }

  async #fine(at: Instant, invoiceId: number): Promise<void> {
    const { ledger, invoices } = await this.#ledger();
    const folded = ledger.invoices.find(({ id }) => id === invoiceId);
    const number = invoices.find(({ id }) => id === invoiceId)?.number;
    if (!number || !folded || refuseFine(folded, dayOf(at))) return;
    await applyFine(this.#market.tx, doneBy('admin', at), number);
  }

  async #bill(at: Instant): Promise<void> {
    const { seed, tx } = this.#market;
    const tenancy = this.#tenancy;
    const month = monthOf(dayOf(at));
    if (!tenancy || (this.#billedUntil ?? '') >= month) return;
    this.#billedUntil = month;
    if (!isRentEditedLate(seed, this.#shopId, month)) return this.#generate(at, tenancy);
    // The invoice is generated with last year's rent by mistake, so it is deleted and generated again later that day.
    const { invoices } = await generateInvoice(tx, doneBy('superadmin', at), { shopId: this.#shopId, month });
    const number = invoices.find((invoice) => invoice.month === month)?.number ?? '';
    this.#plan(timeOn(dayOf(at), NOON + 20), (noticed) =>
      removeInvoice(tx, doneBy('admin', noticed), { number, reason: "Generated with last year's rates" }),
    );
    this.#plan(timeOn(dayOf(at), NOON + 35), (again) => this.#generate(again, tenancy));
  }

  async #generate(at: Instant, tenancy: Tenancy): Promise<void> {
    const { tx } = this.#market;
    const month = monthOf(dayOf(at));
    const generated = await generateInvoice(tx, doneBy('superadmin', at), { shopId: this.#shopId, month });
    const invoice = generated.invoices.find(({ id }) => id === generated.invoiceId);
    if (!invoice) throw new Error(`invoice ${generated.invoiceId} was not stored`);
    const isPrompt = this.#random.uniform() < 0.75;
    const days = this.#random.uniform();
    const printedOn = addDays(dayOf(at), Math.ceil(days * (isPrompt ? 3 : 40)));
    if (printedOn > addMonths(dayOf(this.#market.now), -PRINTED_MONTHS)) {
      this.#plan(timeOn(printedOn, 8 * 60), (printed) =>
        recordInvoicePrint(tx, doneBy('admin', printed), invoice.number),
      );
    }
    const read = { month, totalCents: invoice.total_cents, billCents: generated.billCents };
    this.#planPayments(read, { id: invoice.id, day: dayOf(at) }, tenancy);
  }

  #planPayments(read: Parameters<typeof planPayments>[0], invoice: { id: number; day: Day }, tenancy: Tenancy): void {
    const planned = planPayments(read, tenancy, this.#random);
    const invoiceId = this.#random.uniform() < 0.6 ? invoice.id : undefined;
    const hasStopped = tenancy.stopsIn !== undefined && read.month >= tenancy.stopsIn;
    for (const payment of hasStopped ? [] : planned.filter(({ day }) => day > invoice.day)) {
      const recordedOn = addDays(payment.day, payment.recordedAfterDays);
      const time = timeOn(recordedOn, 5 * 60 + 30 + this.#random.uniform() * 6 * 60);
      this.#plan(time, (at) => this.#pay(payment, { at, invoiceId, tenancy, billedId: invoice.id }));
    }
    const isFined = hasStopped && this.#random.uniform() < 0.3;
    if (isFined) this.#plan(timeOn(dayInMonth(read.month, 20), NOON + 50), (at) => this.#fine(at, invoice.id));
  }

  async #pay(
    payment: PlannedPayment,
    {
      at,
      invoiceId,
      tenancy,
      billedId,
    }: { at: Instant; invoiceId: number | undefined; tenancy: Tenancy; billedId: number },
  ): Promise<void> {
    if (this.#tenancy !== tenancy) return;
    await this.#payments.recordWithMistakes(at, payment, invoiceId);
    const chance = this.#random.uniform();
    const days = this.#random.uniform();
    const reason = pick(names.waiverReasons, this.#random);
    if (chance > 0.05) return;
    this.#plan(timeOn(addDays(dayOf(at), 1 + Math.floor(days * 6)), NOON + 15), (decided) =>
      this.#removeFine(decided, billedId, reason),
    );
  }
}
