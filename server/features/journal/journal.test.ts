/** @module-tag postgres */
import { expect, test } from 'vitest';
import { cents } from '#billing/money.ts';
import { closings } from '#contract/closings.ts';
import { journal } from '#contract/journal.ts';
import { payments } from '#contract/payments.ts';
import { programTokens } from '#contract/program-tokens.ts';
import { openTestOffice } from '../../testing/office.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

async function openPaid() {
  const office = await openTestOffice();
  office.goTo('2026-10-12');
  await office.let('A-1');
  const body = { amountPaid: 500, paymentDate: '2026-10-10', paymentMethod: 'Cash' } as const;
  await office.ask(payments.byShop, { params: { shopId: 'A-1' }, body });
  return office;
}

test('a program with the scope of the journal reads it: a payment for an earlier day is of that day', async () => {
  const office = await openPaid();
  const body = { label: 'Books', scopes: ['journal' as const], last_day: '2026-10-12' };
  const { token } = await office.ask(programTokens.make, { body, role: 'superadmin' });
  const answer = await office.app.send({
    url: '/api/journal?from=2026-10-01&to=2026-10-31',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.body.split('\r\n')).toEqual([
    'id,day,text,account,debit,credit',
    expect.stringMatching(/^L\d+,2026-10-10,payment \d+,Assets:Cash:Without-Session,500\.00,$/),
    expect.stringMatching(/^L\d+,2026-10-10,payment \d+,Assets:Receivables:Tenancy-\d+,,500\.00$/),
    '',
  ]);
});

test('a journal of days to come is refused, and the current month ends today', async () => {
  const office = await openPaid();
  await office.refused(journal.file, { query: { from: '2026-11-01', to: '2026-11-30' } }, 'invalid_input');
  const answer = await office.tell(journal.file, { query: { ...OCTOBER, format: 'hledger' } });
  expect(answer.headers['content-disposition']).toContain('journal-2026-10-01-2026-10-12.hledger');
  expect(answer.body).toContain('2026-10-12 * (balances-2026-10-12) balances');
});

test('a journal that does not agree with a ledger is refused, and names its tenancy', async () => {
  const office = await openPaid();
  await office.app.database.owner
    .updateTable('charges')
    .set({ paid_cents: cents(0) })
    .execute();
  await office.app.database.owner
    .updateTable('tenancies')
    .set({ balance_cents: cents(1) })
    .execute();
  const answer = await office.tell(journal.file, { query: OCTOBER });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'journal_differs', message: expect.stringMatching(/tenancy \d+/) });
});

test('accounts are named for an accounting program, and keep their names once a closed month has them', async () => {
  const office = await openPaid();
  const name = (account: string, account_name: string) => ({ params: { account }, body: { account_name } });
  const { message } = await office.ask(journal.setAccount, name('without_session', 'Assets:1010-Cash'));
  expect(message).toBe('The account is named Assets:1010-Cash.');
  await office.ask(journal.setAccount, name('receivables', 'Assets:1200-Tenants'));
  const read = async () => (await office.tell(journal.file, { query: OCTOBER })).body;
  expect(await read()).toMatch(/Assets:1010-Cash,500\.00,\r\n.*Assets:1200-Tenants:Tenancy-\d+,,500\.00/);
  for (const wrong of ['Assets', 'Income:Cash', 'Assets:cash', 'Assets:Cash'])
    await office.refused(journal.setAccount, name('drawers', wrong), 'invalid_input');
  await office.refused(journal.setAccount, name('bank-17', ''), 'journal_account_not_found');
  await office.ask(journal.setAccount, name('receivables', ''));
  expect(await read()).toContain('Assets:Receivables:Tenancy-');
  office.goTo('2026-11-02');
  const { parts } = await office.ask(closings.month, { params: { month: '2026-10' } });
  const rests = Object.fromEntries(parts.filter(({ open }) => open > 0).map(({ part, open }) => [part, open]));
  await office.ask(closings.close, { params: { month: '2026-10' }, body: { rests } });
  await office.refused(journal.setAccount, name('receivables', 'Assets:1200-Tenants'), 'journal_account_closed');
  const accounts = await office.ask(journal.accounts, {});
  expect(accounts.filter(({ is_closed }) => is_closed).map(({ account }) => account)).toEqual([
    'without_session',
    'receivables',
  ]);
});
