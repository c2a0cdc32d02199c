/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, addMonths, day, dayOf, firstDayOf, type Month, monthOf } from '#billing/calendar.ts';
import { sumCents } from '#billing/money.ts';
import { bank } from '#contract/bank.ts';
import { closings } from '#contract/closings.ts';
import { electronic } from '#contract/electronic.ts';
import { journal } from '#contract/journal.ts';
import { payments } from '#contract/payments.ts';
import { reports } from '#contract/reports.ts';
import { closeMonthAt, listClosedChanges, readJournalDays } from '../../testing/closings.ts';
import { makeHistory } from '../../testing/history.ts';
import { expectJournal } from '../../testing/journal.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { loadJournal } from '../journal/load-journal.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { loadMonthReport } from '../reports/closed-report.ts';
import { loadReport, spanOf } from '../reports/load-report.ts';

const OCTOBER = '2026-10' as Month;

async function openOctober(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  return office;
}

const monthOfOffice = (office: TestOffice, month: Month) => office.ask(closings.month, { params: { month } });

const journalOfOctober = (office: TestOffice) => readJournalDays(office, '2026-10-01', '2026-10-31');

test('the month shows what is done and not done, and is closed by somebody who names what is not done', async () => {
  const office = await openOctober();
  await office.pay('A-1', 11_800, '2026-10-01', { paymentMethod: 'Bank Transfer' });
  await office.refused(closings.close, { params: { month: OCTOBER }, body: { rests: {} } }, 'month_not_over');
  office.goTo('2026-11-02');
  const october = await monthOfOffice(office, OCTOBER);
  expect(october).toMatchObject({
    state: 'open',
    closing: null,
    first_open_day: null,
    collected: [{ method: 'Bank Transfer', count: 1, amount: 11_800 }],
  });
  expect(october.parts.filter(({ open }) => open > 0)).toEqual([
    { part: 'printed', count: 0, amount: null, open: 1, open_amount: 11_800 },
    { part: 'confirmed', count: 0, amount: 0, open: 1, open_amount: 11_800 },
    { part: 'vat_unregistered', count: 1, amount: null, open: 1, open_amount: 1800 },
  ]);
  const unseen = { params: { month: OCTOBER }, body: { rests: { printed: 1, confirmed: 2, vat_unregistered: 1 } } };
  await office.refused(closings.close, unseen, 'month_rests_differ');
  const { message, closing } = await closeMonthAt(office, OCTOBER);
  expect(message).toBe('Oct 2026 is closed.');
  expect(closing).toMatchObject({
    month: OCTOBER,
    first_day: null,
    last_day: '2026-10-31',
    closed_by: 'admin@example.com',
    rests: [
      { part: 'printed', open: 1, open_amount: 11_800 },
      { part: 'confirmed', open: 1, open_amount: 11_800 },
      { part: 'vat_unregistered', open: 1, open_amount: 1800 },
    ],
    entries: 2,
  });
  expect(await monthOfOffice(office, OCTOBER)).toMatchObject({ state: 'closed', first_open_day: '2026-11-01' });
  await office.refused(closings.close, { params: { month: OCTOBER }, body: { rests: {} } }, 'month_closed');
});

test('a bill of which a text was sent has reached its tenant, and one whose text failed has not', async () => {
  const office = await openOctober();
  office.goTo('2026-11-02');
  const { owner, clock } = { ...office.app, ...office.app.database };
  const now = clock.now();
  const [tenancy] = (await office.summaryOf('A-1')).Tenancies;
  const ofBill = { occasion: 'bill', month: OCTOBER, channel: 'sms', language: 'en', parts: 1, attempts: 1 } as const;
  const texts = { recipient: '+94770000000', text: 'Your bill', message: '', requested_by: 'admin@example.com' };
  const times = { send_after: now, requested_at: now, changed_at: now };
  const row = { ...ofBill, ...texts, ...times, once_key: 'bill 1', state: 'failed' as const };
  const { id } = await owner.insertInto('rent_messages').values(row).returning('id').executeTakeFirstOrThrow();
  const tenancy_id = Number(tenancy?.tenancy_id);
  await owner.insertInto('rent_message_tenancies').values({ message_id: id, tenancy_id }).execute();
  const sentAndOpen = async () => {
    const { parts } = await monthOfOffice(office, OCTOBER);
    return parts.flatMap(({ part, count, open }) => (part === 'sent' ? [count] : part === 'printed' ? [open] : []));
  };
  expect(await sentAndOpen()).toEqual([1, 0]);
  await owner.updateTable('rent_messages').set({ state: 'sent' }).execute();
  expect(await sentAndOpen()).toEqual([0, 1]);
});

test('a day of a closed month is refused in words, and the first open day is taken', async () => {
  const office = await openOctober();
  office.goTo('2026-11-02');
  await closeMonthAt(office, OCTOBER);
  const pay = (paymentDate: string) => ({ params: { shopId: 'A-1' }, body: { amountPaid: 500, paymentDate } });
  const refused = await office.refused(payments.byShop, pay('2026-10-31'), 'day_closed');
  expect(refused.message).toBe('This day is in a closed month. Enter 1 Nov 2026 or a later day.');
  expect(refused.details).toEqual([{ field: 'paymentDate', message: refused.message }]);
  const { payment } = await office.ask(payments.byShop, pay('2026-11-01'));
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  await office.expectCleanBooks();
});

test('a fine of October that a bank line takes away later is lowered in November, and October has the same bytes', async () => {
  const office = await openOctober();
  const account = await office.ask(bank.addAccount, { body: { name: 'Rent account', starts_on: '2026-10-01' } });
  office.goTo('2026-10-20');
  await office.pay('A-1', 100, '2026-10-20');
  office.goTo('2026-11-02');
  await closeMonthAt(office, OCTOBER);
  const before = await journalOfOctober(office);
  const id = String(account.account.account_id);
  const csv = 'Date,Description,Credit,Balance\n2026-10-10,Inward CEFT transfer,11800.00,11800.00';
  await office.ask(bank.importStatement, { params: { id }, body: { csv, name: 'october.csv', write: true } });
  const [line] = (await office.ask(bank.lines, { params: { id }, query: { state: 'open' } })).lines;
  const [tenancy] = (await office.summaryOf('A-1')).Tenancies;
  const parts = [{ kind: 'new_payment' as const, id: Number(tenancy?.tenancy_id), amount: 11_800 }];
  const { message } = await office.ask(bank.match, { params: { id: String(line?.line_id) }, body: { parts } });
  expect(message).toBe('Line matched. Its day is in a closed month, so the journal has what changes on 2 Nov 2026.');
  expect(await journalOfOctober(office)).toBe(before);
  expect(await listClosedChanges(office, '2026-11')).toEqual([
    '2026-11-01 of 2026-10-20: fine of invoice changed (of 2026-10-20) 2400',
    '2026-11-02 of 2026-10-10: payment (of 2026-10-10) 11800',
    '2026-11-02 of 2026-10-10: payment at the bank (of 2026-10-10) 11800',
  ]);
  expect(await readJournalDays(office, '2026-11-01', '2026-11-02')).toContain('changed (of 2026-10-20)');
  await expectJournal(office);
  await office.expectCleanBooks();
});

const CSV_OF = (rows: string) => `Date,Description,Credit,Balance\n${rows}`;

test('a payment from a line of the bank belongs to its month while that is open, afterwards to its recording, and comes back', async () => {
  const office = await openOctober();
  const account = await office.ask(bank.addAccount, { body: { name: 'Rent account', starts_on: '2026-10-01' } });
  const id = String(account.account.account_id);
  office.goTo('2026-11-03');
  const csv = CSV_OF('2026-10-28,Transfer one,700.00,700.00\n2026-10-29,Transfer two,30.00,730.00');
  await office.ask(bank.importStatement, { params: { id }, body: { csv, name: 'october.csv', write: true } });
  const [one, two] = (await office.ask(bank.lines, { params: { id }, query: { state: 'open' } })).lines;
  const [tenancy] = (await office.summaryOf('A-1')).Tenancies;
  const match = (line: typeof one) => {
    const parts = [{ kind: 'new_payment' as const, id: Number(tenancy?.tenancy_id), amount: line?.amount ?? 0 }];
    return office.ask(bank.match, { params: { id: String(line?.line_id) }, body: { parts } });
  };
  await match(one);
  const { collected } = await monthOfOffice(office, OCTOBER);
  expect(collected).toEqual([{ method: 'Bank Transfer', count: 1, amount: 700 }]);
  const before = await journalOfOctober(office);
  expect(before).toMatch(/2026-10-28 \* \(L\d+\) payment/);
  const { closing } = await closeMonthAt(office, OCTOBER);
  office.goTo('2026-11-05');
  await match(two);
  expect(await journalOfOctober(office)).toBe(before);
  const changes = await listClosedChanges(office, '2026-11');
  expect(changes).toContain('2026-11-05 of 2026-10-29: payment (of 2026-10-29) 30');
  const { closing_id } = closing;
  const reopening = { params: { id: String(closing_id) }, body: { reason: 'A line was forgotten' } };
  await office.ask(closings.reopen, { ...reopening, role: 'superadmin' });
  expect(await listClosedChanges(office, '2026-11')).toEqual([]);
  expect(await journalOfOctober(office)).toMatch(/2026-10-29 \* \(L\d+\) payment/);
  await expectJournal(office);
  await office.expectCleanBooks();
});

test('page and reports of a closed month stay as they were closed, and what came later is counted beside them', async () => {
  const office = await openOctober();
  const { payment } = await office.pay('A-1', 500, '2026-10-01');
  office.goTo('2026-11-02');
  const { message: _, ...open } = { message: '', ...(await monthOfOffice(office, OCTOBER)) };
  expect(open.parts.filter(({ part }) => part === 'generated')).toMatchObject([{ count: 1, amount: 11_800 }]);
  const reportOf = async (month: string) => {
    const query = { year: '2026', month, format: 'xlsx' as const, language: 'en' as const };
    const { database } = office.app;
    expect((await office.tell(reports.rentPayments, { query })).statusCode).toBe(200);
    return database.snapshot((db) => loadMonthReport(db, spanOf(`2026-${month}` as Month)));
  };
  const before = await reportOf('10');
  await closeMonthAt(office, OCTOBER);
  const closed = await monthOfOffice(office, OCTOBER);
  expect(closed.parts).toEqual(open.parts);
  office.goTo('2026-11-05');
  await office.ask(payments.remove, { params: { id: String(payment.payment_id) }, body: {} });
  const later = await monthOfOffice(office, OCTOBER);
  expect([later.parts, later.collected]).toEqual([closed.parts, closed.collected]);
  expect(await reportOf('10')).toEqual(before);
  const of = { params: { month: OCTOBER }, query: { of: 'day' as const } };
  expect(await office.ask(closings.changes, of)).toMatchObject([
    { day: '2026-11-05', of_day: '2026-10-01', amount: 500, text: expect.stringContaining('voided') },
  ]);
  const [last] = await office.ask(closings.list, {});
  const reopening = { params: { id: String(last?.closing_id) }, body: { reason: 'A payment was wrong' } };
  await office.ask(closings.reopen, { ...reopening, role: 'superadmin' });
  expect((await monthOfOffice(office, OCTOBER)).collected).toEqual([]);
  expect(await reportOf('10')).not.toEqual(before);
});

test('new charges of bills are apart from what they brought forward, and are those of the journal', async () => {
  const office = await openOctober();
  office.goTo('2026-11-02');
  await office.generate('A-1', '2026-11');
  const parts = (await monthOfOffice(office, '2026-11' as Month)).parts;
  const charged = await office.app.database.snapshot(async (db) => {
    const bills = (await loadJournal(db)).filter((one) => one.text.startsWith('invoice') && one.day >= '2026-11-01');
    return bills.flatMap(({ postings }) => postings.filter(({ cents }) => cents > 0).map(({ cents }) => cents / 100));
  });
  expect(charged).toEqual([11_800]);
  expect(parts.find(({ part }) => part === 'generated')).toMatchObject({ count: 1, amount: charged[0] });
  const brought = parts.find(({ part }) => part === 'brought_forward');
  expect(brought).toMatchObject({ count: 1, open: 0 });
  expect(brought?.amount).toBeGreaterThanOrEqual(11_800);
  expect(parts.find(({ part }) => part === 'vat_unregistered')).toMatchObject({ open: 1, open_amount: 1800 });
});

test('a payment of October that is not at the bank any longer leaves the bank on the first open day', async () => {
  const office = await openOctober();
  const { payment } = await office.pay('A-1', 500, '2026-10-01', { paymentMethod: 'Card' });
  const confirmed = { payment_ids: [payment.payment_id], confirmed_on: '2026-10-01' };
  await office.ask(electronic.confirm, { body: confirmed });
  office.goTo('2026-11-02');
  await closeMonthAt(office, OCTOBER);
  const before = await journalOfOctober(office);
  await office.refused(electronic.confirm, { body: confirmed }, 'day_closed');
  await office.ask(electronic.confirm, { body: { ...confirmed, confirmed_on: null } });
  expect(await journalOfOctober(office)).toBe(before);
  expect(await listClosedChanges(office, '2026-11')).toEqual([
    '2026-11-01 of 2026-10-01: payment at the bank changed (of 2026-10-01) 500',
  ]);
  await expectJournal(office);
});

test('only the last closing is reopened, by a superadmin with a reason, which the log has', async () => {
  const office = await openOctober();
  office.goTo('2026-12-02');
  const first = await closeMonthAt(office, OCTOBER);
  const second = await closeMonthAt(office, '2026-11' as Month);
  const reopening = (id: number) => ({ params: { id: String(id) }, body: { reason: 'A bill was forgotten' } });
  const { closing_id } = second.closing;
  await office.refused(closings.reopen, reopening(closing_id), 'not_allowed');
  const superadmin = { role: 'superadmin' as const };
  const earlier = { ...reopening(first.closing.closing_id), ...superadmin };
  await office.refused(closings.reopen, earlier, 'closing_not_last');
  await office.ask(closings.reopen, { ...reopening(closing_id), ...superadmin });
  await office.refused(closings.reopen, { ...reopening(closing_id), ...superadmin }, 'closing_not_last');
  expect(await monthOfOffice(office, '2026-11' as Month)).toMatchObject({ state: 'open' });
  expect(await monthOfOffice(office, OCTOBER)).toMatchObject({ state: 'closed' });
  expect((await office.ask(closings.list, {})).map(({ month, reason }) => [month, reason])).toEqual([
    ['2026-11', 'A bill was forgotten'],
    ['2026-10', null],
  ]);
  expect((await office.auditLog()).filter(({ event_type }) => event_type.startsWith('Month '))).toMatchObject([
    { event_type: 'Month Closed' },
    { event_type: 'Month Closed' },
    { event_type: 'Month Reopened', edit_reason: 'A bill was forgotten' },
  ]);
  await closeMonthAt(office, '2026-11' as Month);
  await expectJournal(office);
});

test('closing the last month of a year closes the whole year', async () => {
  const office = await openOctober();
  office.goTo('2027-01-02');
  await closeMonthAt(office, '2026-12' as Month);
  expect(await monthOfOffice(office, OCTOBER)).toMatchObject({ state: 'closed', closing: { month: '2026-12' } });
  await office.refused(
    payments.byShop,
    { params: { shopId: 'A-1' }, body: { amountPaid: 500, paymentDate: '2026-12-31' } },
    'day_closed',
  );
});

test('a closed entry that somebody changed in the database is named by verification, and the journal is refused', async () => {
  const office = await openOctober();
  office.goTo('2026-11-02');
  await closeMonthAt(office, OCTOBER);
  expect((await verifyMarket(office.app.database)).differences).toEqual([]);
  await office.app.database.owner.updateTable('closed_entries').set({ text: 'another' }).execute();
  expect((await verifyMarket(office.app.database)).differences).toEqual([
    '2026-10: closed entries were changed directly in the database',
  ]);
  const query = { from: '2026-10-01', to: '2026-10-31' };
  const refused = await office.refused(journal.file, { query }, 'journal_differs');
  expect(refused.message).toBe(
    'Somebody changed the closed entries of Oct 2026 in the database. Run the verification.',
  );
});

test.each([3, 5])(
  'whatever is recorded after a month was closed, its journal has the same bytes and agrees with the ledgers (%d)',
  { tags: ['slow'] },
  async (seed) => {
    const office = await openTestOffice();
    const texts = new Map<Month, string>();
    const read = (month: Month) => {
      const from = firstDayOf(month);
      return readJournalDays(office, '2020-01-01', addDays(addMonths(from, 1), -1));
    };
    const onStep = async () => {
      const today = dayOf(office.app.clock.now());
      const month = monthOf(addMonths(firstDayOf(monthOf(today)), -1));
      if (texts.has(month) || Number(today.slice(8)) < 5) return;
      await closeMonthAt(office, month);
      texts.set(month, await read(month));
    };
    await makeHistory(office, {
      seed,
      shopIds: ['A-1', 'B-2'],
      first: day('2026-03-01'),
      days: 200,
      writes: 60,
      onStep,
      isPostDated: true,
    });
    expect(texts.size).toBeGreaterThan(3);
    for (const [month, text] of texts) expect(await read(month)).toBe(text);
    await office.expectCleanBooks();
    await expectJournal(office);
  },
);

test.each([2, 6])(
  'the payments of each month are the same in the journal and in the report, also those for an earlier day (%d)',
  { tags: ['slow'] },
  async (seed) => {
    const office = await openTestOffice();
    const history = { shopIds: ['A-1', 'B-2'], first: day('2026-03-01'), days: 150, writes: 60 };
    await makeHistory(office, { ...history, seed, isPostDated: true });
    await office.app.database.snapshot(async (db) => {
      const received = new Map<Month, number>();
      for (const { day: own, text, postings } of await loadJournal(db))
        for (const { account, cents } of /^(payment|correction) /.test(text) ? postings : [])
          if (account.startsWith('receivables')) received.set(monthOf(own), (received.get(monthOf(own)) ?? 0) - cents);
      expect([...received.values()].filter((sum) => sum !== 0).length).toBeGreaterThan(2);
      for (const [month, sum] of received) {
        const figures = await loadReport(db, spanOf(month));
        expect([month, sumCents(figures.map((one) => one.received))]).toEqual([month, sum]);
      }
    });
  },
);
