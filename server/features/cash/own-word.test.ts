/** @module-tag postgres */
import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { cash } from '#contract/cash.ts';
import { places } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';

const DAY = '2026-10-12';
const LIMIT = 1000;

async function openDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  office.goTo(DAY, '09:00:00.000');
  await office.ask(approvals.setLimit, { body: { amount: LIMIT }, role: 'superadmin' });
  return office;
}

/** Closes a session of a drawer that was opened with this cash. Returns its id for the path. */
async function countedBy(
  office: TestOffice,
  { owner, closer, amount }: { owner: Role; closer: Role; amount: 500 | 5000 },
): Promise<string> {
  const opened = await office.ask(cash.openSession, { body: { opening_float: amount }, role: owner });
  const id = String(opened.session.session_id);
  const count = [{ value: amount === 500 ? 500 : 5000, pieces: 1 } as const];
  await office.ask(cash.closeSession, { params: { id }, body: { count }, role: closer });
  return id;
}

const banked = (id: string, role: Role) => ({ params: { id }, body: { banked_on: DAY }, role });

test.each([
  ['took and counted', 'admin', 'admin'],
  ['took', 'admin', 'superadmin'],
  ['counted', 'cashier', 'admin'],
] as const)(
  'who %s cash above the approval limit needs a second person to say that it is in the bank',
  async (_, owner, closer) => {
    const office = await openDesk();
    const id = await countedBy(office, { owner, closer, amount: 5000 });
    await office.refused(cash.bankSession, banked(id, 'admin'), 'approval_required');
  },
);

test('cash that another person took and counted is recorded as banked without an approval', async () => {
  const office = await openDesk();
  const id = await countedBy(office, { owner: 'cashier', closer: 'cashier', amount: 5000 });
  expect((await office.ask(cash.bankSession, banked(id, 'admin'))).session).toMatchObject({ banked_on: DAY });
});

test('own cash that is banked counts together on a day', async () => {
  const office = await openDesk();
  const own = { owner: 'admin', closer: 'admin', amount: 500 } as const;
  for (let round = 0; round < 2; round += 1)
    await office.ask(cash.bankSession, banked(await countedBy(office, own), 'admin'));
  await office.refused(cash.bankSession, banked(await countedBy(office, own), 'admin'), 'approval_required');
});

test('the bank shows what people received and banked or cleared themselves, and nothing that another person confirmed', async () => {
  const office = await openDesk();
  const ownWord = async () => (await office.ask(places.now, {})).by_own_word;
  const id = await countedBy(office, { owner: 'admin', closer: 'admin', amount: 500 });
  await office.ask(cash.bankSession, banked(id, 'admin'));
  const other = await countedBy(office, { owner: 'cashier', closer: 'cashier', amount: 5000 });
  await office.ask(cash.bankSession, banked(other, 'admin'));
  const cheque = { paymentMethod: 'Cheque', chequeNumber: '700001', chequeBank: 'HNB' } as const;
  const { payment } = await office.pay('A-1', 400, DAY, cheque);
  const admin = { email: 'admin@example.com', name: 'admin' };
  expect(await ownWord()).toEqual([{ ...admin, amount: 500 }]);
  const body = { payment_ids: [payment.payment_id], cleared_on: DAY };
  const { cheques } = await office.ask(cash.clearCheques, { body });
  expect(cheques).toMatchObject([{ received_by: 'admin', cleared_by: 'admin' }]);
  expect(await ownWord()).toEqual([{ ...admin, amount: 900 }]);
  await office.ask(cash.clearCheques, { body: { ...body, cleared_on: null } });
  await office.ask(cash.clearCheques, { body, role: 'superadmin' });
  expect(await ownWord()).toEqual([{ ...admin, amount: 500 }]);
});

test('cash that a person counted for another and banked is there by the word of that person', async () => {
  const office = await openDesk();
  const id = await countedBy(office, { owner: 'cashier', closer: 'admin', amount: 500 });
  await office.ask(cash.bankSession, banked(id, 'admin'));
  const { by_own_word } = await office.ask(places.now, {});
  expect(by_own_word).toEqual([{ email: 'admin@example.com', name: 'admin', amount: 500 }]);
});

test('who received a cheque above the approval limit needs a second person to clear it', async () => {
  const office = await openDesk();
  const cheque = { paymentMethod: 'Cheque', chequeNumber: '700001', chequeBank: 'HNB' } as const;
  const { payment } = await office.pay('A-1', 5000, DAY, cheque);
  const body = { payment_ids: [payment.payment_id], cleared_on: DAY };
  await office.refused(cash.clearCheques, { body }, 'approval_required');
  const [request] = await office.ask(approvals.list, { query: {}, role: 'superadmin' });
  expect(request).toMatchObject({ amount: 5000, requested_by: 'admin@example.com' });
  await office.ask(cash.clearCheques, { body, role: 'superadmin' });
});
