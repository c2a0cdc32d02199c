/** @module-tag postgres */
import { expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import { approvals } from '#contract/approvals.ts';
import type { Sending } from '#contract/call.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { gate as calls } from '#contract/gate.ts';
import { gateCash } from '#contract/gate-cash.ts';
import { places } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { closeDrawer, openDrawer, turnSessions } from '../../testing/cash-desk.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo, everythingIn } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const role = 'tiketing' as const;
const KEEPER = { email: 'tiketing@example.com', name: 'tiketing' };
const idAt = (shift: number) => `00000000-0000-4000-8000-${String(shift).padStart(12, '0')}`;

/** Opens a shift, sells tickets for 100 each, and closes it with all the cash that there should be. */
async function sell(gate: TestGate, shift: number, { opening_cash = 0, tickets = 1, by = role as Role } = {}) {
  await gate.ask(calls.openShift, { role: by, body: { id: idAt(shift), opening_cash } });
  for (let sold = 0; sold < tickets; sold += 1) await gate.issue({ price: 100 }, { role: by });
  const body = { counted_cash: opening_cash + tickets * 100 };
  await gate.ask(calls.closeShift, { role: by, params: { id: idAt(shift) }, body });
}

async function accountOf(gate: TestGate, of: Role = role): Promise<number> {
  const { admins } = await gate.ask(accounts.list, { role: 'superadmin' });
  return admins.find(({ email }) => email === `${of}@example.com`)?.admin_id ?? 0;
}

async function receive(
  gate: TestGate,
  body: Omit<Sending<typeof gateCash.receive>['body'], 'account_id'>,
  by: Role = 'manager',
) {
  const account_id = await accountOf(gate);
  return (await gate.ask(gateCash.receive, { role: by, body: { account_id, ...body } })).handover;
}

async function placesOf(gate: TestGate): Promise<Record<string, number>> {
  const now = await gate.ask(places.now, { role: 'manager' });
  const total = now.places.reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(now.from_tenants + now.from_visitors + now.from_office);
  return Object.fromEntries(
    now.places.filter(({ amount }) => amount !== 0).map(({ place, amount }) => [place, amount]),
  );
}

const morningOf = async (gate: TestGate) => (await gate.ask(dashboard.morning, { role: 'manager' })).gate_cash;

test('cash that a keeper counts and takes home is on the dashboard in that name until another person has it', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { opening_cash: 1000, tickets: 5 });
  gate.goTo('2026-11-23', '08:00:00.000');
  await sell(gate, 2);
  const account_id = await accountOf(gate);
  const held = [{ account_id, ...KEEPER, amount: 1600, since: colombo(GATE_DAY, '12:00:00.000') }];
  expect(await morningOf(gate)).toEqual({ not_handed_over: held, not_banked: [] });
  expect(await placesOf(gate)).toEqual({ gate_held: 1600 });
  await receive(gate, { received_cash: 1600 });
  const not_banked = [
    { email: 'manager@example.com', name: 'manager', amount: 1600, since: colombo('2026-11-23', '08:00:00.000') },
  ];
  expect(await morningOf(gate)).toEqual({ not_handed_over: [], not_banked });
  expect(await placesOf(gate)).toEqual({ to_bank: 1600 });
});

test('the opening cash of the next shift comes from what the keeper holds, and the rest from the office', async () => {
  const gate = await openTestGate();
  const lent = async () => (await gate.ask(places.now, { role: 'manager' })).from_office;
  await sell(gate, 1, { opening_cash: 1000, tickets: 0 });
  expect(await lent()).toBe(1000);
  await gate.ask(calls.openShift, { role, body: { id: idAt(2), opening_cash: 400 } });
  expect(await placesOf(gate)).toEqual({ gate_held: 600, gate_shift: 400 });
  await gate.ask(calls.closeShift, { role, params: { id: idAt(2) }, body: { counted_cash: 400 } });
  await receive(gate, { received_cash: 300, left_cash: 700 });
  await gate.ask(calls.openShift, { role, body: { id: idAt(3), opening_cash: 1000 } });
  expect(await placesOf(gate)).toEqual({ gate_shift: 1000, to_bank: 300 });
  expect(await lent()).toBe(1300);
});

test('a lower opening cash than what was left stays with the keeper, and is to be handed over', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { opening_cash: 1000 });
  await receive(gate, { received_cash: 100, left_cash: 1000 });
  gate.goTo('2026-11-23', '08:00:00.000');
  await sell(gate, 2, { opening_cash: 0 });
  const since = colombo(GATE_DAY, '12:00:00.000');
  expect((await morningOf(gate)).not_handed_over).toMatchObject([{ ...KEEPER, amount: 1100, since }]);
  const account_id = await accountOf(gate);
  const body = { account_id, received_cash: 100 };
  const { details } = await gate.refused(gateCash.receive, { role: 'manager', body }, 'difference_unexplained');
  const message = 'This person is to hand over LKR 1100.00. Enter a reason for another amount.';
  expect(details).toEqual([{ field: 'reason', message }]);
});

test('a difference needs a reason, and is listed with both names', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { tickets: 5 });
  const account_id = await accountOf(gate);
  const before = await everythingIn(gate.app);
  for (const body of [{ received_cash: 499.99 }, { received_cash: 600, reason: ' ' }])
    await gate.refused(gateCash.receive, { role: 'manager', body: { account_id, ...body } }, 'difference_unexplained');
  const left = { account_id, received_cash: 0, left_cash: 500.01, reason: 'All of it' };
  await gate.refused(gateCash.receive, { role: 'manager', body: left }, 'invalid_input');
  expect(await everythingIn(gate.app)).toEqual(before);
  await receive(gate, { received_cash: 380, left_cash: 100, reason: 'A note was missing' });
  expect(await placesOf(gate)).toEqual({ gate_held: 100, to_bank: 380, difference: 20 });
  const { handovers } = await gate.ask(gateCash.now, { role: 'editor' });
  expect(handovers).toMatchObject([
    {
      keeper: KEEPER,
      receiver: { email: 'manager@example.com', name: 'manager' },
      expected_cash: 500,
      received_cash: 380,
      left_cash: 100,
      difference: -20,
      reason: 'A note was missing',
      banked_on: null,
    },
  ]);
  expect((await gate.auditLog()).at(-1)).toMatchObject({
    event_type: 'Gate Cash Received',
    old_value: '500.00',
    new_value: '380.00',
    edit_reason: 'A note was missing',
    user_actioned: 'manager@example.com',
  });
});

test('nobody receives own cash, and cash is received once', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { by: 'editor' });
  const account_id = await accountOf(gate, 'editor');
  const body = { account_id, received_cash: 100 };
  await gate.refused(gateCash.receive, { role: 'editor', body }, 'own_gate_cash');
  await gate.refused(gateCash.receive, { role: 'tiketing', body }, 'not_allowed');
  await gate.ask(gateCash.receive, { role: 'manager', body });
  await gate.refused(gateCash.receive, { role: 'admin', body }, 'no_gate_cash');
});

test('two people who receive the same cash at once have it once', async () => {
  const gate = await openTestGate();
  await sell(gate, 1);
  const account_id = await accountOf(gate);
  const body = { account_id, received_cash: 100 };
  const answers = await Promise.all(
    (['manager', 'admin', 'editor'] as const).map((by) => gate.tell(gateCash.receive, { role: by, body })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(await placesOf(gate)).toEqual({ to_bank: 100 });
});

test('received cash is banked once, on a day from its receipt to today', async () => {
  const gate = await openTestGate();
  await sell(gate, 1);
  const { id } = await receive(gate, { received_cash: 100 });
  gate.goTo('2026-11-23', '08:00:00.000');
  const banking = (banked_on: string) => ({ params: { id: String(id) }, body: { banked_on } });
  await gate.refused(gateCash.bank, banking('2026-11-19'), 'invalid_input');
  await gate.refused(gateCash.bank, banking('2026-11-24'), 'invalid_input');
  await gate.refused(gateCash.bank, { ...banking('2026-11-23'), role: 'manager' }, 'not_allowed');
  const { handover } = await gate.ask(gateCash.bank, { ...banking('2026-11-23'), role: 'admin' });
  expect(handover).toMatchObject({ banked_on: '2026-11-23', banked_by: 'admin', is_own_word: false });
  expect(await placesOf(gate)).toEqual({ bank: 100 });
  expect((await morningOf(gate)).not_banked).toEqual([]);
  await gate.refused(gateCash.bank, banking('2026-11-23'), 'handover_banked');
  await gate.expectCleanBooks();
});

test('who received gate cash above the approval limit needs a second person to say that it is in the bank', async () => {
  const gate = await openTestGate();
  await gate.ask(approvals.setLimit, { body: { amount: 400 }, role: 'superadmin' });
  await sell(gate, 1, { tickets: 5 });
  const { id } = await receive(gate, { received_cash: 500 }, 'admin');
  const banking = { params: { id: String(id) }, body: { banked_on: GATE_DAY } };
  await gate.refused(gateCash.bank, { ...banking, role: 'admin' }, 'approval_required');
  const { handover } = await gate.ask(gateCash.bank, { ...banking, role: 'superadmin' });
  expect(handover).toMatchObject({ banked_on: GATE_DAY, is_own_word: false });
});

test('a hand-over that was recorded wrongly is undone on the same day by its receiver, or by a superadmin', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { opening_cash: 100, tickets: 5 });
  const undoing = (id: number, by: Role) =>
    ({ role: by, params: { id: String(id) }, body: { reason: 'Counted twice' } }) as const;
  const given = { received_cash: 300, left_cash: 200, reason: 'A note was missing' };
  const wrong = await receive(gate, given);
  await gate.refused(gateCash.undo, undoing(wrong.id, 'admin'), 'handover_of_other');
  await gate.refused(gateCash.undo, { ...undoing(wrong.id, 'manager'), body: { reason: ' ' } }, 'invalid_input');
  const { handover } = await gate.ask(gateCash.undo, undoing(wrong.id, 'manager'));
  expect(handover).toMatchObject({ undone_by: 'manager', undo_reason: 'Counted twice', received_cash: 300 });
  expect(await placesOf(gate)).toEqual({ gate_held: 600 });
  const since = colombo(GATE_DAY, '12:00:00.000');
  expect(await morningOf(gate)).toMatchObject({ not_handed_over: [{ ...KEEPER, amount: 600, since }], not_banked: [] });
  expect((await gate.auditLog()).at(-1)).toMatchObject({
    event_type: 'Gate Hand-over Undone',
    old_value: '300.00',
    edit_reason: 'Counted twice',
  });
  await gate.refused(gateCash.undo, undoing(wrong.id, 'superadmin'), 'handover_undone');
  const banking = { params: { id: String(wrong.id) }, body: { banked_on: GATE_DAY } };
  await gate.refused(gateCash.bank, banking, 'handover_undone');
  const late = await receive(gate, given);
  gate.goTo('2026-11-23', '08:00:00.000');
  await gate.refused(gateCash.undo, undoing(late.id, 'manager'), 'handover_of_other');
  await gate.ask(gateCash.undo, undoing(late.id, 'superadmin'));
  const right = await receive(gate, { received_cash: 600 });
  const today = { params: { id: String(right.id) }, body: { banked_on: '2026-11-23' } };
  await gate.ask(gateCash.bank, today);
  await gate.refused(gateCash.undo, undoing(right.id, 'superadmin'), 'handover_banked');
  expect(await placesOf(gate)).toEqual({ bank: 600 });
  await gate.expectCleanBooks();
});

test('a cashier receives gate cash into the drawer of an open session, which counts and banks it', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { tickets: 5 });
  await turnSessions(gate, true);
  const taking = { received_cash: 300, left_cash: 200 };
  const account_id = await accountOf(gate);
  const asCashier = { role: 'cashier', body: { account_id, ...taking } } as const;
  await gate.refused(gateCash.receive, asCashier, 'cash_session_needed');
  const id = await openDrawer(gate, 1000);
  expect((await gate.ask(gateCash.now, { role: 'cashier' })).into_session).toBe(id);
  const handover = await receive(gate, taking, 'cashier');
  expect(handover).toMatchObject({ session_id: id, is_counted: false, receiver: { name: 'cashier' } });
  expect(await placesOf(gate)).toEqual({ drawer: 1300, gate_held: 200 });
  expect((await morningOf(gate)).not_banked).toEqual([]);
  const received = [{ handover_id: handover.id, keeper: 'tiketing', person: 'cashier', amount: 300 }];
  const ofDay = await gate.ask(cash.day, { query: {}, role: 'cashier' });
  expect(ofDay).toMatchObject({ gate_cash: received, open_session: { gate_cash: 300, expected_cash: null } });
  const banking = { params: { id: String(handover.id) }, body: { banked_on: GATE_DAY } };
  await gate.refused(gateCash.bank, banking, 'handover_in_drawer');
  await closeDrawer(gate, id, { cents: 130_000 });
  const [closed] = await gate.ask(cash.sessions, { query: {}, role: 'cashier' });
  expect(closed).toMatchObject({ gate_cash: 300, expected_cash: 1300, difference: 0 });
  const undoing = { params: { id: String(handover.id) }, body: { reason: 'Counted twice' } };
  for (const by of ['cashier', 'superadmin'] as const)
    await gate.refused(gateCash.undo, { role: by, ...undoing }, 'handover_counted');
  expect(await placesOf(gate)).toEqual({ to_bank: 1300, gate_held: 200 });
  await gate.ask(cash.bankSession, { params: { id: String(id) }, body: { banked_on: GATE_DAY } });
  expect(await placesOf(gate)).toEqual({ bank: 1300, gate_held: 200 });
  const ofSession = await gate.tell(cash.sessionSheet, { params: { id: String(id) }, role: 'cashier' });
  const [sheet = ''] = await readPdfText(ofSession.rawPayload);
  expect(sheet).toMatch(/Gate cash received.*300\.00.*Expected cash.*1,300\.00.*from tiketing, by cashier/s);
  const [day = ''] = await readPdfText((await gate.tell(cash.daySheet, { query: {}, role: 'cashier' })).rawPayload);
  expect(day).toMatch(/Gate cash received.*from tiketing, by cashier.*300\.00/s);
  await gate.expectCleanBooks();
});

test('undoing takes the cash out of the drawer while the session is open, also on a later day', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { tickets: 5 });
  const id = await openDrawer(gate, 0);
  const { id: handover } = await receive(gate, { received_cash: 500 }, 'cashier');
  gate.goTo('2026-11-23', '08:00:00.000');
  const undoing = { params: { id: String(handover) }, body: { reason: 'Counted twice' } };
  await gate.refused(gateCash.undo, { role: 'manager', ...undoing }, 'handover_of_other');
  await gate.ask(gateCash.undo, { role: 'cashier', ...undoing });
  expect(await placesOf(gate)).toEqual({ gate_held: 500 });
  await closeDrawer(gate, id, { cents: 0 });
  const [closed] = await gate.ask(cash.sessions, { query: {}, role: 'manager' });
  expect(closed).toMatchObject({ gate_cash: 0, expected_cash: 0, difference: 0 });
  expect(await placesOf(gate)).toEqual({ gate_held: 500 });
  await gate.expectCleanBooks();
});

test('a cashier sees who holds gate cash, and only the hand-overs that the cashier received', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { tickets: 2 });
  await receive(gate, { received_cash: 50, left_cash: 150 });
  const own = await receive(gate, { received_cash: 100, left_cash: 50 }, 'cashier');
  const seen = await gate.ask(gateCash.now, { role: 'cashier' });
  expect(seen.held).toMatchObject([{ ...KEEPER, amount: 50 }]);
  expect(seen.handovers.map(({ id }) => id)).toEqual([own.id]);
  expect(await placesOf(gate)).toEqual({ to_bank: 150, gate_held: 50 });
});

test('gate cash in the bank by the word of its receiver or its keeper is named as such', async () => {
  const gate = await openTestGate();
  const bank = async (shift: number, sale: { by: Role; receiver: Role; banker: Role }) => {
    await sell(gate, shift, { tickets: shift, by: sale.by });
    const body = { account_id: await accountOf(gate, sale.by), received_cash: shift * 100 };
    const { id } = (await gate.ask(gateCash.receive, { role: sale.receiver, body })).handover;
    const banking = { params: { id: String(id) }, body: { banked_on: GATE_DAY } };
    return (await gate.ask(gateCash.bank, { ...banking, role: sale.banker })).handover.is_own_word;
  };
  expect(await bank(1, { by: role, receiver: 'manager', banker: 'admin' })).toBe(false);
  expect(await bank(2, { by: role, receiver: 'admin', banker: 'admin' })).toBe(true);
  expect(await bank(3, { by: 'superadmin', receiver: 'manager', banker: 'superadmin' })).toBe(true);
  const { by_own_word } = await gate.ask(places.now, { role: 'manager' });
  expect(by_own_word.map(({ name, amount }) => [name, amount])).toEqual([
    ['superadmin', 300],
    ['admin', 200],
  ]);
});

test('the cash of a shift that an earlier release closed stays where it was, and nobody is asked for it', async () => {
  const gate = await openTestGate();
  await sell(gate, 1, { opening_cash: 1000, tickets: 5 });
  await gate.app.database.owner.updateTable('gate_shifts').set({ to_hand_over: 0 }).execute();
  expect(await placesOf(gate)).toEqual({ gate_counted: 500 });
  expect(await morningOf(gate)).toEqual({ not_handed_over: [], not_banked: [] });
  const body = { account_id: await accountOf(gate), received_cash: 500 };
  await gate.refused(gateCash.receive, { role: 'manager', body }, 'no_gate_cash');
});

test('the cash stays with its keeper after a change of email', async () => {
  const gate = await openTestGate();
  await sell(gate, 1);
  const body = { username: 'Nimal', email: 'nimal@example.com', role, is_disabled: false };
  const account = await accountOf(gate);
  await gate.ask(accounts.edit, { role: 'superadmin', params: { id: String(account) }, body });
  const nimal = { email: 'nimal@example.com', name: 'Nimal' };
  expect((await morningOf(gate)).not_handed_over).toMatchObject([{ account_id: account, ...nimal, amount: 100 }]);
  const given = { account_id: account, received_cash: 100 };
  const { handover } = await gate.ask(gateCash.receive, { role: 'manager', body: given });
  expect(handover.keeper).toEqual(nimal);
});

async function give(gate: TestGate, given_cash: number, { by = 'admin' as Role, to = role as Role } = {}) {
  const body = { account_id: await accountOf(gate, to), given_cash };
  return (await gate.ask(gateCash.give, { role: by, body })).handover;
}

test('a float that its holder does not state as opening cash is with the holder, named on the dashboard', async () => {
  const gate = await openTestGate();
  const { id } = await give(gate, 5000);
  expect(await placesOf(gate)).toEqual({ gate_held: 5000 });
  const float = { given_at: colombo(GATE_DAY, '12:00:00.000'), given_by: 'admin', amount: 5000 };
  expect(await gate.ask(gateCash.own, { role })).toEqual({ held: 5000, floats: [float] });
  expect(await gate.ask(gateCash.own, { role: 'editor' })).toEqual({ held: 0, floats: [] });
  const account_id = await accountOf(gate);
  const since = colombo(GATE_DAY, '12:00:00.000');
  expect((await morningOf(gate)).not_handed_over).toEqual([{ account_id, ...KEEPER, amount: 5000, since }]);
  await sell(gate, 1, { opening_cash: 0, tickets: 2 });
  expect((await morningOf(gate)).not_handed_over).toMatchObject([{ ...KEEPER, amount: 5200 }]);
  const short = { account_id, received_cash: 200 };
  await gate.refused(gateCash.receive, { role: 'manager', body: short }, 'difference_unexplained');
  await receive(gate, { received_cash: 200, reason: 'The float is missing' });
  expect(await placesOf(gate)).toEqual({ to_bank: 200, difference: 5000 });
  const undoing = { params: { id: String(id) }, body: { reason: 'Not handed out' } };
  await gate.refused(gateCash.undo, { role: 'admin', ...undoing }, 'float_used');
  await gate.expectCleanBooks();
});

test('a float is the opening cash of a shift without being lent twice, and is handed over with the income', async () => {
  const gate = await openTestGate();
  await give(gate, 1000);
  await gate.ask(calls.openShift, { role, body: { id: idAt(1), opening_cash: 1000 } });
  expect(await placesOf(gate)).toEqual({ gate_shift: 1000 });
  expect((await gate.ask(places.now, { role: 'manager' })).from_office).toBe(1000);
  await gate.issue({ price: 100 });
  await gate.ask(calls.closeShift, { role, params: { id: idAt(1) }, body: { counted_cash: 1100 } });
  await receive(gate, { received_cash: 1100 });
  expect(await placesOf(gate)).toEqual({ to_bank: 1100 });
});

test('a cashier adds a float to the cash left in the drawer without a reason, and is asked for the rest', async () => {
  const gate = await openTestGate();
  await turnSessions(gate, true);
  const first = await openDrawer(gate, 300);
  await closeDrawer(gate, first, { cents: 30_000, kept_cash: 300 });
  await give(gate, 2000, { to: 'cashier' });
  const { held } = await gate.ask(cash.day, { role: 'cashier', query: {} });
  expect(held).toBe(2000);
  const opening = (opening_float: number, reason = '') => ({
    role: 'cashier' as const,
    body: { opening_float, reason },
  });
  await gate.refused(cash.openSession, opening(299), 'difference_unexplained');
  await gate.refused(cash.openSession, opening(2300.01), 'difference_unexplained');
  const { session } = await gate.ask(cash.openSession, opening(1800));
  expect(session).toMatchObject({ expected_float: 300, float_from_held: 1500, float_difference: 0 });
  expect(await placesOf(gate)).toEqual({ drawer: 1800, gate_held: 500 });
  const cashier = { email: 'cashier@example.com', name: 'cashier', amount: 500 };
  expect((await morningOf(gate)).not_handed_over).toMatchObject([cashier]);
  expect((await gate.ask(places.now, { role: 'manager' })).from_office).toBe(2300);
  await gate.expectCleanBooks();
});

test('nobody hands out a float to oneself, of nothing, to nobody, or as a manager', async () => {
  const gate = await openTestGate();
  const before = await everythingIn(gate.app);
  const to = async (of: Role, given_cash = 100) => ({ account_id: await accountOf(gate, of), given_cash });
  await gate.refused(gateCash.give, { role: 'admin', body: await to('admin') }, 'own_gate_cash');
  await gate.refused(gateCash.give, { role: 'admin', body: await to('cashier', 0) }, 'invalid_input');
  await gate.refused(gateCash.give, { role: 'manager', body: await to('cashier') }, 'not_allowed');
  const unknown = { account_id: 999, given_cash: 100 };
  await gate.refused(gateCash.give, { role: 'admin', body: unknown }, 'account_not_found');
  expect(await everythingIn(gate.app)).toEqual(before);
  const account = await accountOf(gate, 'cashier');
  const disabled = { username: 'cashier', email: 'cashier@example.com', role: 'cashier', is_disabled: true } as const;
  await gate.ask(accounts.edit, { role: 'superadmin', params: { id: String(account) }, body: disabled });
  await gate.refused(gateCash.give, { role: 'admin', body: await to('cashier') }, 'invalid_input');
});

test('a float is undone by who handed it out, on the same day, while its holder has that much', async () => {
  const gate = await openTestGate();
  const { id } = await give(gate, 700);
  const undoing = { params: { id: String(id) }, body: { reason: 'It was 600' } };
  await gate.refused(gateCash.undo, { role: 'manager', ...undoing }, 'handover_of_other');
  await gate.ask(calls.openShift, { role, body: { id: idAt(1), opening_cash: 1 } });
  await gate.refused(gateCash.undo, { role: 'admin', ...undoing }, 'float_used');
  await gate.ask(calls.closeShift, { role, params: { id: idAt(1) }, body: { counted_cash: 1 } });
  const { handover } = await gate.ask(gateCash.undo, { role: 'admin', ...undoing });
  expect(handover).toMatchObject({ given_cash: 700, undo_reason: 'It was 600', difference: 0 });
  expect(await placesOf(gate)).toEqual({});
  await gate.refused(gateCash.undo, { role: 'admin', ...undoing }, 'handover_undone');
  const [given, , , undone] = (await gate.auditLog()).slice(-4);
  expect(given).toMatchObject({ event_type: 'Float Handed Out', new_value: '700.00' });
  expect(undone).toMatchObject({ event_type: 'Gate Hand-over Undone', old_value: '700.00', new_value: '0.00' });
  await gate.expectCleanBooks();
});

test('neither a float nor a hand-over of a part makes the cash that stays with a person newer', async () => {
  const gate = await openTestGate();
  const held = async () => (await morningOf(gate)).not_handed_over.map(({ amount, since }) => [amount, since]);
  await sell(gate, 1, { tickets: 5 });
  gate.goTo('2026-11-23', '08:00:00.000');
  await give(gate, 1);
  const first = colombo(GATE_DAY, '12:00:00.000');
  expect(await held()).toEqual([[501, first]]);
  await receive(gate, { received_cash: 0, left_cash: 501 });
  await receive(gate, { received_cash: 1, left_cash: 500 });
  gate.goTo('2026-11-24', '08:00:00.000');
  await give(gate, 10);
  expect(await held()).toEqual([[510, first]]);
  await receive(gate, { received_cash: 499, left_cash: 11 });
  expect(await held()).toEqual([[11, colombo('2026-11-23', '08:00:00.000')]]);
  await receive(gate, { received_cash: 1, left_cash: 10 });
  expect(await held()).toEqual([[10, colombo('2026-11-24', '08:00:00.000')]]);
});

test('cash that is missing is on the dashboard by person for 30 days and with the sum of the year, and no surplus hides it', async () => {
  const gate = await openTestGate();
  const differences = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).cash_differences;
  const close = (shift: number, opening_cash: number, counted_cash: number) =>
    gate
      .ask(calls.openShift, { role, body: { id: idAt(shift), opening_cash } })
      .then(() =>
        gate.ask(calls.closeShift, { role, params: { id: idAt(shift) }, body: { counted_cash, reason: 'Lost' } }),
      );
  await close(1, 1000, 1000);
  expect(await differences()).toEqual([]);
  await close(2, 1000, 400);
  await close(3, 400, 1000);
  const at = colombo(GATE_DAY, '12:00:00.000');
  const two = { count: 2, missing: 600, surplus: 600 };
  const keeper = { ...KEEPER, ...two, last_at: at, year: { ...two, counts: 3 }, missing_numbers: 0 };
  expect(await differences()).toEqual([keeper]);
  await turnSessions(gate, true);
  await closeDrawer(gate, await openDrawer(gate, 500), { cents: 50_000, kept_cash: 500 });
  const reopened = { role: 'cashier' as const, body: { opening_float: 450, reason: 'Bought tea' } };
  const { session } = await gate.ask(cash.openSession, reopened);
  await closeDrawer(gate, session.session_id, { cents: 44_000, reason: 'Lost' });
  gate.goTo('2026-12-01', '08:00:00.000');
  const { id } = await receive(gate, { received_cash: 300, left_cash: 0, reason: 'The rest is missing' });
  const later = colombo('2026-12-01', '08:00:00.000');
  const sixty = { count: 2, missing: 60, surplus: 0 };
  const person = { email: 'cashier@example.com', name: 'cashier' };
  const cashier = { ...person, ...sixty, last_at: at, year: { ...sixty, counts: 3 }, missing_numbers: 0 };
  const three = { count: 3, missing: 1300, surplus: 600 };
  expect(await differences()).toEqual([
    { ...keeper, ...three, last_at: later, year: { ...three, counts: 4 } },
    cashier,
  ]);
  await gate.ask(gateCash.undo, { role: 'manager', params: { id: String(id) }, body: { reason: 'Counted again' } });
  expect((await differences()).map(({ missing }) => missing)).toEqual([600, 60]);
  gate.goTo('2026-12-19', '08:00:00.000');
  expect((await differences()).length).toBe(2);
  gate.goTo('2026-12-20', '08:00:00.000');
  const none = { count: 0, missing: 0, surplus: 0 };
  expect(await differences()).toEqual([
    { ...keeper, ...none },
    { ...cashier, ...none },
  ]);
  gate.goTo('2026-12-31', '23:59:59.999');
  expect((await differences()).map(({ year }) => year.missing)).toEqual([600, 60]);
  gate.goTo('2027-01-01');
  expect(await differences()).toEqual([]);
});

test('in January the last 30 days include those of the old year, the sum of the year does not; missing numbers are named', async () => {
  const gate = await openTestGate();
  const differences = async () => (await gate.ask(dashboard.morning, { role: 'manager' })).cash_differences;
  const close = async (shift: number, counted_cash: number) => {
    await gate.ask(calls.openShift, { role, body: { id: idAt(shift), opening_cash: 0 } });
    await gate.issue({ price: 100, shift_id: idAt(shift), device_number: `AA-${shift * 2}` });
    await gate.ask(calls.closeShift, { role, params: { id: idAt(shift) }, body: { counted_cash, reason: 'Change' } });
  };
  gate.goTo('2026-12-31', '12:00:00.000');
  await close(1, 93);
  gate.goTo('2027-01-01', '00:00:00.000');
  await close(2, 95);
  await close(3, 100);
  expect(await differences()).toMatchObject([
    {
      count: 2,
      missing: 12,
      surplus: 0,
      year: { count: 1, counts: 2, missing: 5, surplus: 0 },
      missing_numbers: 2,
      last_at: colombo('2027-01-01', '00:00:00.000'),
    },
  ]);
  await gate.issue({ price: 100, device_number: 'AA-3' });
  gate.goTo('2027-01-31', '12:00:00.000');
  expect(await differences()).toMatchObject([{ count: 0, missing: 0, year: { missing: 5 }, missing_numbers: 1 }]);
});
