/** @module-tag postgres */
import { expect, test } from 'vitest';
import type { Month } from '#billing/calendar.ts';
import { approvals } from '#contract/approvals.ts';
import { closings } from '#contract/closings.ts';
import { electronic } from '#contract/electronic.ts';
import { gate as gateCalls } from '#contract/gate.ts';
import { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { emptyAddress, makeFile, openDatabase, openServer, textOf } from '../../testing/backup.ts';
import { closeMonthAt, listClosedChanges, readJournalDays, restsOfMonth } from '../../testing/closings.ts';
import { openTestGate } from '../../testing/gate.ts';
import { expectJournal } from '../../testing/journal.ts';
import { colombo, officeAt, openTestOffice, TERMS, type TestOffice } from '../../testing/office.ts';
import { restoreBackup } from '../backup/restore-backup.ts';

const OCTOBER = '2026-10' as Month;
const journalOfOctober = (office: TestOffice) => readJournalDays(office, '2026-10-01', '2026-10-31');

async function openOctober(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  return office;
}

test('what was approved before the month was closed is refused after it, and is not recorded', async () => {
  const office = await openOctober();
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  office.goTo('2026-11-02');
  const body = { amountPaid: 11_800, paymentDate: '2026-10-05', waive_reason: 'The bank was closed' };
  const sent = { params: { shopId: 'A-1' }, body };
  await office.refused(payments.byShop, sent, 'approval_required');
  const [wanted] = await office.ask(approvals.list, { role: 'manager' });
  await office.ask(approvals.approve, { params: { id: String(wanted?.id) }, role: 'manager' });
  await closeMonthAt(office, OCTOBER);
  const before = await journalOfOctober(office);
  await office.refused(payments.byShop, sent, 'day_closed');
  expect((await office.summaryOf('A-1')).Payments).toEqual([]);
  expect(await journalOfOctober(office)).toBe(before);
  await office.expectCleanBooks();
});

test('a payment of a closed day goes to the right shop on its own day, and its fines are lowered on the first open day', async () => {
  const office = await openOctober();
  await office.ask(shops.add, { body: { ...TERMS, shop_id: 'A-2' } });
  await office.let('A-3');
  await office.generate('A-3', '2026-10');
  const { payment } = await office.pay('A-1', 11_800, '2026-10-01');
  office.goTo('2026-10-20');
  await office.pay('A-3', 0.01, '2026-10-20');
  office.goTo('2026-11-02');
  await closeMonthAt(office, OCTOBER);
  const before = await journalOfOctober(office);
  const params = { id: String(payment.payment_id) };
  const moved = { shop_id: 'A-3', reason: 'Wrong shop' };
  await office.refused(payments.replace, { params, body: { ...moved, paymentDate: '2026-10-02' } }, 'day_closed');
  const { payment: entered } = await office.ask(payments.replace, { params, body: moved });
  expect(entered.payment_date).toContain('2026-10-01');
  expect(await journalOfOctober(office)).toBe(before);
  expect(await listClosedChanges(office, '2026-11')).toEqual([
    '2026-11-01 of 2026-10-20: fine of invoice changed (of 2026-10-20) 2400',
    '2026-11-02 of 2026-10-01: payment voided (of 2026-10-01) 11800',
    '2026-11-02 of 2026-10-01: payment (of 2026-10-01) 11800',
  ]);
  await expectJournal(office);
  await office.expectCleanBooks();
});

test('a shift and tickets of a phone that was without network arrive after the closing, and are in the open month', async () => {
  const gate = await openTestGate();
  gate.goTo('2026-10-31');
  await gate.issue({ price: 100 });
  gate.goTo('2026-11-01', '06:00:00.000');
  await closeMonthAt(gate, OCTOBER);
  const before = await journalOfOctober(gate);
  const at = (time: string) => colombo('2026-10-31', time);
  const id = '00000000-0000-4000-8000-000000000001';
  const role = 'tiketing' as const;
  await gate.ask(gateCalls.openShift, { role, body: { id, opening_cash: 500, opened_at: at('14:00:00.000') } });
  await gate.issue({ price: 20, shift_id: id, device_number: 'K-1', issued_at: at('15:00:00.000') });
  const body = { counted_cash: 520, closed_at: at('20:00:00.000') };
  await gate.ask(gateCalls.closeShift, { role, params: { id }, body });
  await gate.issue({ price: 20, device_number: 'K-2', issued_at: at('21:00:00.000') });
  expect(await journalOfOctober(gate)).toBe(before);
  const changes = await listClosedChanges(gate, '2026-11');
  expect(new Set(changes)).toEqual(
    new Set([
      '2026-11-01 of 2026-10-31: gate shift counted (of 2026-10-31) 520',
      '2026-11-01 of 2026-10-31: gate shift opened (of 2026-10-31) 500',
      '2026-11-01 of 2026-10-31: tickets of the day (of 2026-10-31) 20',
      '2026-11-01 of 2026-10-31: tickets of the day changed (of 2026-10-31) 20',
    ]),
  );
  await expectJournal(gate);
});

test('of two people who close a month at once one does, and nobody closes it twice', async () => {
  const office = await openOctober();
  office.goTo('2026-11-02');
  const closing = { params: { month: OCTOBER }, body: { rests: await restsOfMonth(office, OCTOBER) } };
  const answers = await Promise.all(
    (['admin', 'superadmin'] as const).map((role) => office.tell(closings.close, { ...closing, role })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ code: 'month_closed' });
  expect(await office.ask(closings.list, {})).toHaveLength(1);
  await expectJournal(office);
});

test('payments of a day that is closed while they are recorded are refused or in the open month', async () => {
  const office = await openOctober();
  await office.pay('A-1', 5, '2026-10-01');
  office.goTo('2026-11-02');
  const rests = await restsOfMonth(office, OCTOBER);
  const pay = (amountPaid: number) =>
    office.tell(payments.byShop, { params: { shopId: 'A-1' }, body: { amountPaid, paymentDate: '2026-10-31' } });
  const close = () => office.tell(closings.close, { params: { month: OCTOBER }, body: { rests } });
  const asked = [pay(1), pay(2), close(), pay(3), pay(4)];
  const closed = await (asked[2] ?? close());
  expect(closed.statusCode, closed.body).toBe(200);
  const before = await journalOfOctober(office);
  const answers = await Promise.all(asked);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json()).toMatchObject({ code: 'day_closed' });
  expect(await journalOfOctober(office)).toBe(before);
  await expectJournal(office);
  await office.expectCleanBooks();
});

/** Returns an office of a new server with the market of a backup. */
async function restoreOffice({ app }: TestOffice, backup: string): Promise<TestOffice> {
  const address = await emptyAddress();
  await restoreBackup(address, makeFile(backup));
  const database = openDatabase(address);
  const server = await openServer(database, app.clock, { DATA_DIR: address.dataDir, DATABASE_URL: '' });
  return officeAt({ ...app, database, send: (request) => server.inject(request) });
}

test('a backup of before the closing has the month open; one of after it has the closed bytes, whatever changed since', async () => {
  const office = await openOctober();
  const { payment } = await office.pay('A-1', 500, '2026-10-01', { paymentMethod: 'Card' });
  const payment_ids = [payment.payment_id];
  await office.ask(electronic.confirm, { body: { payment_ids, confirmed_on: '2026-10-01' } });
  office.goTo('2026-11-02');
  const { database, clock } = office.app;
  const early = await textOf(database, clock.now());
  await closeMonthAt(office, OCTOBER);
  const closed = await journalOfOctober(office);
  await office.ask(electronic.confirm, { body: { payment_ids, confirmed_on: null } });
  const late = await textOf(database, clock.now());

  const later = await restoreOffice(office, late);
  expect(await journalOfOctober(later)).toBe(closed);
  await later.refused(electronic.confirm, { body: { payment_ids, confirmed_on: '2026-10-02' } }, 'day_closed');
  const earlier = await restoreOffice(office, early);
  expect(await earlier.ask(closings.list, {})).toEqual([]);
  expect(await journalOfOctober(earlier)).toBe(closed);
  await earlier.ask(electronic.confirm, { body: { payment_ids, confirmed_on: '2026-10-02' } });
  await expectJournal(earlier);
});
