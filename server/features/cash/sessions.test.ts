/** @module-tag postgres */
import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { type CashSession, cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { tenancies } from '#contract/tenancies.ts';
import { offeredMethods, type PaymentMethod } from '#contract/words.ts';
import { closeDrawer, DESK_DAY, openCashDesk, openDrawer, turnSessions } from '../../testing/cash-desk.ts';
import { diceOf, oneOf } from '../../testing/dice.ts';
import { everythingIn, openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { recordPayment } from '../payments/record-payment.ts';

const NEXT = '2026-10-13';
const DAY = DESK_DAY;

async function take(office: TestOffice, amountPaid: number, method: PaymentMethod = 'Cash', role: Role = 'cashier') {
  const body = { amountPaid, paymentDate: '2026-10-12', paymentMethod: method };
  return (await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body, role })).payment.payment_id;
}

const voidAs = (office: TestOffice, id: number, role: Role) =>
  office.ask(payments.remove, { params: { id: String(id) }, body: { reason: 'Entered twice' }, role });

const sessionOf = async (office: TestOffice, id: number): Promise<CashSession | undefined> =>
  (await office.ask(cash.sessions, { query: {}, role: 'manager' })).find(({ session_id }) => session_id === id);

test('cash needs no session until the office turns them on, and then an open one', async () => {
  const office = await openTestOffice();
  office.goTo(DAY);
  await office.let('A-1');
  await take(office, 100);
  await turnSessions(office, true);
  const body = { amountPaid: 100, paymentDate: DAY, paymentMethod: 'Cash' } as const;
  await office.refused(payments.byShop, { params: { shopId: 'A-1' }, body, role: 'cashier' }, 'cash_session_needed');
  await take(office, 50, 'Card');
  await openDrawer(office, 5000);
  await office.refused(cash.openSession, { body: { opening_float: 1 }, role: 'cashier' }, 'cash_session_open');
  await take(office, 100);
  const day = await office.ask(cash.day, { query: {}, role: 'cashier' });
  expect(day).toMatchObject({ sessions_on: true, open_session: { expected_cash: null, sums: { count: 1 } } });
  const [seen] = await office.ask(cash.sessions, { query: { open: 'true' }, role: 'manager' });
  expect(seen?.expected_cash).toBe(5100);
  const [own] = await office.ask(cash.sessions, { query: {}, role: 'cashier' });
  expect(own?.expected_cash).toBe(null);
  expect(day.sums).toMatchObject({ cash: 200, total: 250 });
  expect((await office.auditLog()).filter(({ event_type }) => event_type.startsWith('Cash'))).toMatchObject([
    { event_type: 'Cash Sessions Set', old_value: 'off', new_value: 'on' },
    { event_type: 'Cash Session Opened', new_value: '5000.00', user_actioned: 'cashier@example.com' },
  ]);
});

test('a session is closed by notes and coins; a difference needs a reason, and the papers say the same', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, '1,000.00');
  await take(office, 7000);
  await take(office, 2000.5, 'Cheque');
  await voidAs(office, await take(office, 300), 'cashier');
  const request = { params: { id: String(id) }, role: 'cashier' } as const;
  const short = { ...request, body: { count: [{ value: 5000 as const, pieces: 1 }] } };
  await office.refused(cash.closeSession, short, 'difference_unexplained');
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Count Refused',
    old_value: '8000.00',
    new_value: '5000.00',
  });
  const [seen] = (await office.ask(dashboard.morning, { role: 'manager' })).changes;
  expect(seen).toMatchObject({ event_type: 'Count Refused', user_actioned: office.app.emailOf('cashier') });
  const twice = [{ value: 5000, pieces: 1 } as const, { value: 5000, pieces: 2 } as const];
  await office.refused(cash.closeSession, { ...request, body: { count: twice } }, 'invalid_input');
  const tooMuch = { count: [{ value: 5000, pieces: 1 } as const], kept_cash: 5000.01, reason: 'Short' };
  await office.refused(cash.closeSession, { ...request, body: tooMuch }, 'invalid_input');
  const closed = await closeDrawer(office, id, { cents: 790_000, kept_cash: 900, reason: 'A note of 100 is missing' });
  expect(closed.session).toMatchObject({
    expected_cash: 8000,
    counted_cash: 7900,
    difference: -100,
    kept_cash: 900,
    cash_to_bank: 7000,
    closed_by: 'cashier',
    sums: { count: 2, cash: 7000, total: 9000.5 },
  });
  await office.refused(cash.closeSession, { ...request, body: { count: [] } }, 'cash_session_closed');
  const [sheet = ''] = await readPdfText((await office.tell(cash.sessionSheet, request)).rawPayload);
  for (const text of ['8,000.00', '7,900.00', '-100.00', 'A note of 100 is missing', 'void (300.00)'])
    expect(sheet).toContain(text);
  const [slip = ''] = await readPdfText((await office.tell(cash.depositSlip, request)).rawPayload);
  for (const text of ['7,000.00', '2,000.50', '9,000.50']) expect(slip).toContain(text);
  expect((await office.auditLog()).at(-1)).toMatchObject({
    event_type: 'Cash Session Closed',
    old_value: '8000.00',
    new_value: '7900.00',
    edit_reason: 'A note of 100 is missing',
  });
  await office.expectCleanBooks();
});

test('the same key opens and closes once', async () => {
  const office = await openCashDesk();
  const opening = { body: { opening_float: 10 }, role: 'cashier', key: 'open-1' } as const;
  const first = await office.ask(cash.openSession, opening);
  const again = await office.ask(cash.openSession, opening);
  expect(again).toEqual(first);
  const params = { id: String(first.session.session_id) };
  const by = { role: 'cashier', key: 'close-1' } as const;
  const closing = { params, body: { count: [{ value: 10 as const, pieces: 1 }] }, ...by };
  const closed = await office.ask(cash.closeSession, closing);
  const before = await everythingIn(office.app);
  expect(await office.ask(cash.closeSession, closing)).toEqual(closed);
  expect(await everythingIn(office.app)).toEqual(before);
});

test('a closed session never changes: what is voided or corrected later belongs to the session of who does it', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 0);
  const paid = await take(office, 1000);
  const other = await take(office, 600);
  await office.correct('A-1', DAY, [600, 500], { payment_id: other });
  await closeDrawer(office, id, { cents: 150_000 });
  const before = await sessionOf(office, id);
  expect(before).toMatchObject({ difference: 0, sums: { cash: 1500 } });
  const voiding = { params: { id: String(paid) }, body: { reason: 'Entered twice' } };
  await office.refused(payments.remove, voiding, 'cash_session_needed');
  const later = await openDrawer(office, 2000, 'admin');
  await voidAs(office, paid, 'admin');
  await office.correct('A-1', DAY, [500, 450], { payment_id: other });
  const refund = { action: 'credit_refunded', amount: 1, method: 'Cash', reason: 'Asked for' } as const;
  await take(office, 20_000, 'Card', 'admin');
  await office.ask(tenancies.money, { params: { id: '1' }, query: {}, body: refund });
  expect(await sessionOf(office, id)).toEqual(before);
  expect(await sessionOf(office, later)).toMatchObject({
    expected_cash: 949,
    sums: { voids: -1000, payments: 19_950, other: -1, cash: -1051 },
  });
  office.goTo(NEXT);
  await closeDrawer(office, later, { cents: 94_900, role: 'admin' });
  expect(await sessionOf(office, id)).toEqual(before);
  await office.expectCleanBooks();
});

test("the manager's dashboard counts sessions, differences of today, cash to bank and cheques while sessions are on", async () => {
  const office = await openCashDesk();
  const deskOf = async () => (await office.ask(dashboard.morning, { role: 'manager' })).cash_desk;
  const own = await openDrawer(office, 100);
  const ofAdmin = await openDrawer(office, 50, 'admin');
  await take(office, 400);
  await take(office, 30, 'Cheque');
  const none = { count: 0, amount: 0 };
  expect(await deskOf()).toEqual({
    kept: [],
    in_hand: [
      { person: { email: 'cashier@example.com', name: 'cashier' }, amount: 500, since: '2026-10-12T03:30:00.000Z' },
      { person: { email: 'admin@example.com', name: 'admin' }, amount: 50, since: '2026-10-12T03:30:00.000Z' },
    ],
    changed_from_cash: [],
    open_sessions: { count: 2, amount: 550 },
    differences_today: none,
    not_banked: none,
    pending_cheques: { count: 1, amount: 30 },
  });
  await closeDrawer(office, own, { cents: 49_950, kept_cash: 100, reason: 'Short' });
  await closeDrawer(office, ofAdmin, { cents: 5000, role: 'admin', kept_cash: 50 });
  const closed = {
    open_sessions: none,
    differences_today: { count: 1, amount: -0.5 },
    not_banked: { count: 1, amount: 399.5 },
  };
  expect(await deskOf()).toMatchObject(closed);
  office.goTo(NEXT);
  expect(await deskOf()).toMatchObject({ ...closed, differences_today: none });
  await office.ask(cash.bankSession, { params: { id: String(own) }, body: { banked_on: NEXT } });
  expect(await deskOf()).toMatchObject({ not_banked: none });
  await turnSessions(office, false);
  expect((await deskOf())?.kept.map(({ amount }) => amount)).toEqual([100, 50]);
  for (const id of [own, ofAdmin])
    await office.ask(cash.bankSession, { params: { id: String(id) }, body: { banked_on: NEXT, part: 'kept' } });
  expect(await deskOf()).toBe(null);
});

test('a session that passes midnight is one: its sheet has both days, each day has its own part, and nothing is lost', async () => {
  const office = await openCashDesk();
  office.goTo(DAY, '23:50:00.000');
  await office.ask(cash.setCashierDays, { body: { yesterday: true } });
  const id = await openDrawer(office, '5,000/-');
  const paid = await take(office, 1000);
  await take(office, 300);
  office.goTo(NEXT, '00:10:00.000');
  await take(office, 40);
  await voidAs(office, paid, 'admin');
  const cashOn = async (date: string) => (await office.ask(cash.day, { query: { date }, role: 'cashier' })).sums.cash;
  expect([await cashOn(DAY), await cashOn(NEXT)]).toEqual([300, 40]);
  const day = await office.ask(cash.day, { query: {}, role: 'cashier' });
  expect(day.open_session).toMatchObject({ session_id: id, expected_cash: null });
  const { session } = await closeDrawer(office, id, { cents: 534_000, kept_cash: 5000 });
  expect(session).toMatchObject({ difference: 0, cash_to_bank: 340 });
  const request = { params: { id: String(id) }, role: 'cashier' } as const;
  const [sheet = ''] = await readPdfText((await office.tell(cash.sessionSheet, request)).rawPayload);
  expect(sheet).toMatch(/12\W+\w*\W*\w*\W*23:50/);
  expect(sheet).toContain('00:10');
});

test.each([
  ['a float below 0', { opening_float: -1 }],
  ['a float in words', { opening_float: 'five thousand' }],
  ['a float with half a cent', { opening_float: 0.005 }],
])('%s is refused, and no session is open', async (_, body) => {
  const office = await openCashDesk();
  await office.refused(cash.openSession, { body, role: 'cashier' }, 'invalid_input');
  expect(await office.ask(cash.sessions, { query: {} })).toEqual([]);
});

test.each([
  ['a count below 0', { count: [{ value: 1000 as const, pieces: -1 }] }],
  ['half a note', { count: [{ value: 1000 as const, pieces: 0.5 }] }],
  ['more notes than a drawer holds', { count: [{ value: 1000 as const, pieces: 100_001 }] }],
  ['less than nothing left in the drawer', { count: [], kept_cash: -1 }],
])('%s is refused, and the session stays open', async (_, body) => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 0);
  await office.refused(cash.closeSession, { params: { id: String(id) }, body, role: 'cashier' }, 'invalid_input');
  expect(await sessionOf(office, id)).toMatchObject({ closed_at: null });
});

test('a command, which has no drawer, records cash without a session', async () => {
  const office = await openCashDesk();
  const context = { actor: 'an import', now: office.app.clock.now(), requestId: 'import' };
  const paid = { cents: cents(100), day: day(DAY), method: 'Cash' as const, note: 'From the old book' };
  await office.app.database.write(async (tx) =>
    recordPayment(tx, context, { opened: await loadLedgerForUpdate(tx, 'A-1'), ...paid }),
  );
  expect((await office.summaryOf('A-1')).Payments).toMatchObject([{ note: 'From the old book', amount_paid: 1 }]);
  await office.expectCleanBooks();
});

test('a cashier whose email is changed keeps the open session', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 10);
  const accounts = office.app.database.owner.updateTable('accounts').where('email', '=', 'cashier@example.com');
  await accounts.set({ email: 'new@example.com' }).execute();
  const day = await office.ask(cash.day, { query: {}, role: 'cashier' });
  expect(day.open_session?.session_id).toBe(id);
  await closeDrawer(office, id, { cents: 1000 });
});

test('a cashier sees and closes only the own sessions; the office closes a forgotten one and records the bank', async () => {
  const office = await openCashDesk();
  const own = await openDrawer(office, 0);
  const ofAdmin = await openDrawer(office, 0, 'admin');
  const listed = await office.ask(cash.sessions, { query: { open: 'true' }, role: 'cashier' });
  expect(listed.map(({ session_id }) => session_id)).toEqual([own]);
  const place = { params: { id: String(ofAdmin) }, role: 'cashier' } as const;
  await office.refused(cash.closeSession, { ...place, body: { count: [] } }, 'cash_session_not_found');
  await office.refused(cash.sessionSheet, place, 'cash_session_not_found');
  const banking = { params: { id: String(own) }, body: { banked_on: DAY } };
  await office.refused(cash.bankSession, banking, 'cash_session_open');
  await closeDrawer(office, own, { cents: 0, role: 'admin' });
  expect(await office.ask(cash.bankSession, banking)).toMatchObject({
    session: { closed_by: 'admin', banked_on: DAY, banked_by: 'admin', is_own_word: true },
  });
  await office.refused(cash.bankSession, banking, 'cash_session_banked');
});

test.each([1, 2, 3])(
  'over random sessions of two cashiers, drawer, session, day and all payments agree to the cent (seed %i)',
  { tags: ['slow'] },
  async (seed) => {
    const office = await openCashDesk();
    const dice = diceOf(seed);
    const desk = ['cashier', 'admin'] as const;
    const drawers = new Map<string, { id: number; cents: number }>();
    const standing: { id: number; role: Role; cents: number; method: PaymentMethod; session: number }[] = [];
    const closed: CashSession[] = [];
    const reopen = async (role: Role) => {
      // This amount is large enough to pay back everything that earlier sessions received.
      const float = 80_000_000 + dice(1_000_000);
      drawers.set(role, { id: await openDrawer(office, float / 100, role), cents: float });
    };
    for (const role of desk) await reopen(role);
    for (let turnNumber = 0; turnNumber < 40; turnNumber += 1) {
      office.goTo(DAY, `10:${String(turnNumber).padStart(2, '0')}:00.000`);
      const role = oneOf(dice, desk);
      const drawer = drawers.get(role) ?? { id: 0, cents: 0 };
      const choice = dice(10);
      const at = dice(Math.max(1, standing.length));
      const taken = standing[at];
      if (choice === 0) {
        closed.push((await closeDrawer(office, drawer.id, { cents: drawer.cents, role })).session);
        await reopen(role);
      } else if (choice < 4 && taken) {
        await voidAs(office, taken.id, 'admin');
        standing.splice(at, 1);
        const holder = [...drawers.values()].find(({ id }) => id === taken.session) ?? drawers.get('admin');
        if (holder && taken.method === 'Cash') holder.cents -= taken.cents;
      } else {
        const cents = 1 + dice(2_000_000);
        const method = oneOf(dice, offeredMethods);
        const id = await take(office, cents / 100, method, role);
        standing.push({ id, role, cents, method, session: drawer.id });
        if (method === 'Cash') drawer.cents += cents;
      }
    }
    for (const role of desk) {
      const drawer = drawers.get(role) ?? { id: 0, cents: 0 };
      closed.push((await closeDrawer(office, drawer.id, { cents: drawer.cents, role })).session);
    }
    expect(closed.map(({ difference }) => difference)).toEqual(closed.map(() => 0));
    for (const session of closed) expect(await sessionOf(office, session.session_id)).toEqual(session);
    const centsIn = (rupees: number) => Math.round(rupees * 100);
    const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + centsIn(one), 0);
    const { sums } = await office.ask(cash.day, { query: { by: 'all' }, role: 'manager' });
    const list = (await office.ask(payments.list, { query: { year: '2026', month: '10' } })).payments;
    expect(centsIn(sums.total)).toBe(sum(list.map(({ amount_paid }) => amount_paid)));
    expect(centsIn(sums.total)).toBe(sum(closed.map((session) => session.sums.total)));
    expect(centsIn(sums.cash)).toBe(sum(closed.map((session) => session.sums.cash)));
    await office.expectCleanBooks();
  },
);

test('the first day of banking is the day in Colombo on which the drawer was closed', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 0);
  await take(office, 100);
  office.goTo(NEXT, '02:00:00.000');
  await closeDrawer(office, id, { cents: 10_000 });
  const bankedOn = (banked_on: string) => ({ params: { id: String(id) }, body: { banked_on } });
  await office.refused(cash.bankSession, bankedOn(DAY), 'invalid_input');
  expect((await office.ask(cash.bankSession, bankedOn(NEXT))).session).toMatchObject({ banked_on: NEXT });
});

test('a payment taken while the drawer is closed is in its count, or in no closed drawer', {
  tags: ['slow'],
}, async () => {
  const office = await openCashDesk();
  for (let round = 0; round < 6; round += 1) {
    const id = await openDrawer(office, 0);
    await take(office, 100);
    const body = { amountPaid: 10 + round, paymentDate: DAY, paymentMethod: 'Cash' as const };
    const paying = () => office.tell(payments.byShop, { params: { shopId: 'A-1' }, body, role: 'cashier' });
    const count = [{ value: 100 as const, pieces: 1 }];
    const closing = office.tell(cash.closeSession, {
      params: { id: String(id) },
      body: { count, reason: 'counted before the last payment' },
      role: 'cashier',
    });
    const answers = await Promise.all([paying(), paying(), closing, paying(), paying()]);
    const taken = answers.filter(({ statusCode }, at) => at !== 2 && statusCode === 200);
    const closed = await sessionOf(office, id);
    expect(closed).toMatchObject({ counted_cash: 100 });
    expect(closed?.sums.cash).toBe(100 + taken.length * (10 + round));
    expect(closed?.difference).toBe(-taken.length * (10 + round) || 0);
  }
});
