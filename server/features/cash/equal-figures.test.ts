/** @module-tag postgres */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#billing/calendar.ts';
import { cash } from '#contract/cash.ts';
import { writeFigure } from '#contract/figures.ts';
import { type ListedPayment, payments } from '#contract/payments.ts';
import { tenancies } from '#contract/tenancies.ts';
import { offeredMethods, type PaymentMethod } from '#contract/words.ts';
import { TEST_DAY } from '../../testing/app-context.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DESK = ['cashier', 'admin', 'superadmin'] as const;
type Person = (typeof DESK)[number];
type Day = typeof TEST_DAY;

const FLOAT = 900_000_000;
const PREPAID = 9_000_000;

/** An expected movement of money: the day, and the person whose drawer it is in. */
interface Moved {
  person: Person;
  day: Day;
  method: PaymentMethod;
  cents: number;
}

interface Standing {
  id: number;
  paidOn: Day;
  cents: number;
  /** The payment and its corrections. */
  entries: Moved[];
}

/**
 * A cash desk with one drawer for each person. It keeps its own count of each drawer, to compare it with the office's
 * figures.
 */
class CashDesk {
  readonly office: TestOffice;
  readonly #standing: Standing[] = [];
  readonly #drawers = new Map<string, number>();
  readonly #sessions = new Map<Person, number>();
  #day = TEST_DAY;
  #minute = 0;

  private constructor(office: TestOffice) {
    this.office = office;
  }

  static async open(): Promise<CashDesk> {
    const office = await openTestOffice();
    office.goTo('2026-10-01');
    await office.let('A-1');
    await office.generate('A-1', '2026-10');
    await office.ask(cash.setCashierDays, { body: { yesterday: true } });
    await office.pay('A-1', PREPAID, '2026-10-01', { paymentMethod: 'Bank Transfer' });
    return new CashDesk(office);
  }

  get day(): Day {
    return this.#day;
  }

  /** Returns the index of one of the six newest payments, most of which are of the current day. */
  recent(at: number): number {
    return Math.max(0, this.#standing.length - 1 - (at % 6));
  }

  async begin(day: Day, hasSessions: boolean): Promise<void> {
    this.#day = day;
    this.#minute = 0;
    this.#tick();
    await this.office.ask(cash.setSettings, { body: { sessions: hasSessions } });
    if (!hasSessions) return;
    for (const role of DESK) {
      const { session } = await this.office.ask(cash.openSession, { body: { opening_float: FLOAT / 100 }, role });
      this.#sessions.set(role, session.session_id);
    }
  }

  /** Closes each session with a count of the cash in its drawer. */
  async end(): Promise<void> {
    this.#tick();
    for (const [role, id] of this.#sessions) {
      const cents = FLOAT + this.#drawer(role);
      const count = [
        { value: 5000, pieces: Math.floor(cents / 500_000) } as const,
        { value: 0.01, pieces: (cents % 500_000) % 100_000 } as const,
        { value: 1000, pieces: Math.floor((cents % 500_000) / 100_000) } as const,
      ];
      const request = { params: { id: String(id) }, body: { count }, role };
      const { session } = await this.office.ask(cash.closeSession, request);
      expect(session).toMatchObject({ difference: 0, sums: (await this.#dayOf(role, this.#day)).sums });
    }
    this.#sessions.clear();
  }

  async take(
    person: Person,
    cents: number,
    { method = 'Cash', back = 0 }: { method?: PaymentMethod; back?: number } = {},
  ) {
    this.#tick();
    const paidOn = addDays(this.#day, person === 'cashier' ? -Math.min(back, 1) : -back);
    const body = { amountPaid: cents / 100, paymentDate: paidOn, paymentMethod: method };
    const { payment } = await this.office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role: person });
    const entry = { person, day: this.#day, method, cents };
    this.#standing.push({ id: payment.payment_id, paidOn, cents, entries: [entry] });
    this.#move(entry);
  }

  /** With `isReturned`, voids a cheque as returned. */
  async void(actor: Person, at: number, { isReturned = false } = {}): Promise<void> {
    this.#tick();
    const [payment] = this.#standing.splice(at % this.#standing.length, 1);
    if (!payment) return;
    const request = { params: { id: String(payment.id) }, body: { reason: 'Not right' }, role: actor };
    if (isReturned && payment.entries[0]?.method === 'Cheque') await this.office.ask(payments.returnCheque, request);
    else await this.office.ask(payments.remove, request);
    for (const { person, day, method, cents } of payment.entries)
      this.#move({ person: day === this.#day ? person : actor, day: this.#day, method, cents: -cents });
  }

  async correct(actor: Person, at: number, cents: number): Promise<void> {
    this.#tick();
    const payment = this.#standing[at % this.#standing.length];
    const [entered] = payment?.entries ?? [];
    if (!payment || !entered || cents === payment.cents) return;
    const amounts = [payment.cents / 100, cents / 100] as const;
    const request = { admin_put_amount: amounts[0], actual_amount: amounts[1], edit_reason: 'Counted again' };
    const body = { shop_id: 'A-1', payment_date: payment.paidOn, payment_id: payment.id, ...request };
    await this.office.ask(payments.correct, { body, role: actor });
    const person = entered.day === this.#day ? entered.person : actor;
    const entry = { person, day: this.#day, method: entered.method, cents: cents - payment.cents };
    payment.entries.push(entry);
    payment.cents = cents;
    this.#move(entry);
  }

  async refund(actor: Person, cents: number): Promise<void> {
    this.#tick();
    const body = { action: 'credit_refunded', amount: cents / 100, method: 'Cash', reason: 'Paid too much' } as const;
    await this.office.ask(tenancies.money, { params: { id: '1' }, query: {}, body, role: actor });
    this.#move({ person: actor, day: this.#day, method: 'Cash', cents: -cents });
  }

  /** Expects the drawer, My day, "All payments" and the day sheet to show the same figures for each person on a day. */
  async expectEqual(day: Day, { withSheets = false } = {}): Promise<void> {
    const { payments: list } = await this.office.ask(payments.list, { query: { received: day } });
    for (const person of DESK) {
      const { sums } = await this.#dayOf(person, day);
      expect(centsOf(sums.cash), `${person} ${day}`).toBe(this.#drawer(person, day));
      const own = list.filter(({ cash_day }) => cash_day?.email === `${person}@example.com`);
      const later = own.filter(({ cash_day }) => cash_day?.is_voided_later === true);
      const shown = sumOf(own.filter(({ voided_at }) => voided_at === null));
      expect(shown + sumOf(later), `${person} ${day}`).toBe(centsOf(sums.payments));
      expect(shown + sumOf(later) + centsOf(sums.voids) + centsOf(sums.other)).toBe(centsOf(sums.total));
      if (withSheets) await this.#expectSheet(person, day);
    }
  }

  async #expectSheet(person: Person, day: Day): Promise<void> {
    const { sums } = await this.#dayOf(person, day);
    const query = { date: day, by: `${person}@example.com` };
    const [sheet = ''] = await readPdfText((await this.office.tell(cash.daySheet, { query })).rawPayload);
    for (const amount of [sums.total, ...sums.methods.map(({ total }) => total)])
      expect(sheet).toContain(writeFigure(amount));
  }

  async #dayOf(person: Person, date: Day) {
    return this.office.ask(cash.day, { query: { date, by: `${person}@example.com` } });
  }

  #drawer(person: Person, day = this.#day): number {
    return this.#drawers.get(`${person} ${day}`) ?? 0;
  }

  #move({ person, day, method, cents }: Moved): void {
    if (method !== 'Cash') return;
    this.#drawers.set(`${person} ${day}`, this.#drawer(person, day) + cents);
  }

  #tick(): void {
    this.#minute += 1;
    const hour = 8 + Math.floor(this.#minute / 60);
    const minute = this.#minute % 60;
    this.office.goTo(this.#day, `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000`);
  }
}

function centsOf(rupees: number): number {
  return Math.round(rupees * 100);
}

function sumOf(list: readonly ListedPayment[]): number {
  return list.reduce((sum, { amount_paid }) => sum + centsOf(amount_paid), 0);
}

test.each([false, true])(
  'forty payments of five kinds, two void, a cheque returned and a refund: drawer, day, sheet and list are equal (sessions: %s)',
  { tags: ['slow'] },
  async (hasSessions) => {
    const desk = await CashDesk.open();
    await desk.begin(TEST_DAY, hasSessions);
    for (let at = 0; at < 40; at += 1)
      await desk.take('cashier', 100_000 + at * 12_345, {
        method: offeredMethods[at % 5] ?? 'Cash',
        back: at % 7 === 0 ? 9 : 0,
      });
    await desk.void('cashier', 0);
    await desk.void('admin', 12);
    await desk.void('admin', 6, { isReturned: true });
    expect((await desk.office.auditLog()).at(-1)?.event_type).toBe('Cheque Returned');
    await desk.refund('admin', 15_050);
    await desk.correct('admin', 3, 99_900);
    await desk.expectEqual(TEST_DAY, { withSheets: true });
    const { sums } = await desk.office.ask(cash.day, { query: {}, role: 'cashier' });
    expect(sums.count).toBe(38);
    expect(sums.methods.map(({ method }) => method)).toEqual(offeredMethods);
    await desk.end();
    await desk.expectEqual(TEST_DAY);
  },
);

const person = fc.constantFrom(...DESK);
const office = fc.constantFrom(...DESK.slice(1));
const cents = fc.integer({ min: 1, max: 2_000_000 });
const anAction = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constant('take' as const), person, cents, fc.constantFrom(...offeredMethods), fc.nat(40)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('void' as const), office, fc.nat(50), fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('correct' as const), office, fc.nat(50), cents) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('refund' as const), office, fc.integer({ min: 1, max: 10_000 })) },
);
type Action = typeof anAction extends fc.Arbitrary<infer Value> ? Value : never;

async function act(desk: CashDesk, action: Action): Promise<void> {
  if (action[0] === 'take')
    await desk.take(action[1], action[2], { method: action[3], back: Math.max(0, action[4] - 30) });
  else if (action[0] === 'void') await desk.void(action[1], desk.recent(action[2]), { isReturned: action[3] });
  else if (action[0] === 'correct') await desk.correct(action[1], desk.recent(action[2]), action[3]);
  else await desk.refund(action[1], action[2]);
}

const EQUAL =
  'on random days of several cashiers drawer, day, list of payments and sessions are equal to the cent, also later';
test(EQUAL, () => expectEqualDays({ runs: 1, actions: 5 }));
test(`${EQUAL} (many)`, { tags: ['slow'] }, () => expectEqualDays({ runs: 15, actions: 14 }));

async function expectEqualDays({ runs, actions }: { runs: number; actions: number }): Promise<void> {
  const desk = await CashDesk.open();
  const list = fc.array(anAction, { minLength: Math.ceil(actions / 2), maxLength: actions });
  const days = fc.array(list, { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), days, async (hasSessions, plan) => {
      const lived: Day[] = [];
      for (const plannedDay of plan) {
        await desk.begin(addDays(desk.day, 1), hasSessions);
        lived.push(desk.day);
        for (const action of plannedDay) await act(desk, action);
        await desk.end();
        for (const day of lived) await desk.expectEqual(day);
      }
    }),
    { numRuns: runs, seed: 41 },
  );
  await desk.office.expectCleanBooks();
}
