/** @module-tag postgres */

import { expect, test } from 'vitest';
import { type BankLine, bank } from '#contract/bank.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { openTestOffice } from '../../testing/office.ts';

const DAY = '2026-10-12';

async function openDesk() {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shop of ['A-1', 'A-2']) await office.let(shop);
  office.goTo(DAY, '09:00:00.000');
  const { account } = await office.ask(bank.addAccount, { body: { name: 'Rent account', starts_on: '2026-10-01' } });
  const id = String(account.account_id);
  const take = async (shopId: string, amountPaid: number, role: Role) => {
    const body = { amountPaid, paymentDate: DAY, paymentMethod: 'Bank Transfer' as const };
    await office.ask(payments.byShop, { params: { shopId }, body, role });
  };
  const send = (lines: readonly [text: string, amount: number][], day = DAY) => {
    const rows = lines.map(([text, amount]) => `${day},${text},${amount}`);
    const body = { csv: ['Date,Description,Credit', ...rows].join('\n'), name: `${day}.csv`, write: true };
    return office.ask(bank.importStatement, { params: { id }, body });
  };
  const open = async () => (await office.ask(bank.lines, { params: { id }, query: { state: 'open' } })).lines;
  const accept = (line: BankLine, role: Role) => {
    const parts = (line.proposals[0]?.parts ?? []).map((part) => ({ kind: part.kind, id: part.id }));
    return office.ask(bank.match, { params: { id: String(line.line_id) }, body: { parts }, role });
  };
  const byAmount = async () => {
    const { by_amount } = await office.ask(bank.month, { params: { id, month: '2026-10' } });
    return by_amount.map(({ text, is_own }) => [text, is_own]);
  };
  return { take, send, open, accept, byAmount };
}

test('a line that names nobody is only a question about a recorded transfer; one that names the shop is a match', async () => {
  const { take, send, open } = await openDesk();
  await take('A-1', 5000, 'cashier');
  await take('A-2', 700, 'cashier');
  await send([
    ['CEFT 123', 5000],
    ['CEFT A-2', 700],
  ]);
  expect((await open()).map(({ text, proposals: [first] }) => [text, first?.reason, first?.is_question])).toEqual([
    ['CEFT 123', 'recorded_by_amount', true],
    ['CEFT A-2', 'recorded', false],
  ]);
});

test('what was matched by amount only is listed in its month, and the recorder who matched it is named', async () => {
  const { take, send, open, accept, byAmount } = await openDesk();
  await take('A-1', 5000, 'admin');
  await take('A-1', 600, 'cashier');
  await take('A-2', 700, 'admin');
  await send([
    ['CEFT 123', 5000],
    ['CEFT Somebody', 600],
    ['CEFT A-2', 700],
  ]);
  for (const line of await open()) await accept(line, 'admin');
  expect(await byAmount()).toEqual([
    ['CEFT 123', true],
    ['CEFT Somebody', false],
  ]);
});

test('a payer who was matched once is known in the next line, and the first match stays listed', async () => {
  const { take, send, open, accept, byAmount } = await openDesk();
  const day = '2026-10-11';
  await take('A-1', 600, 'cashier');
  await send([['CEFT Somebody', 600]], day);
  for (const line of await open()) await accept(line, 'admin');
  await take('A-1', 650, 'cashier');
  await send([['CEFT Somebody', 650]]);
  const lines = await open();
  expect(lines.map(({ proposals: [first] }) => [first?.reason, first?.is_question])).toEqual([['recorded', false]]);
  for (const line of lines) await accept(line, 'admin');
  expect(await byAmount()).toEqual([['CEFT Somebody', false]]);
});
