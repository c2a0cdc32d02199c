/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '#billing/calendar.ts';
import { type BankLine, bank } from '#contract/bank.ts';
import { ledger } from '#contract/ledger.ts';
import { payments } from '#contract/payments.ts';
import { systemClock } from '../../clock.ts';
import { TERMS } from '../../testing/office.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';

const LINES = 24;
const KILLED_AFTER = [3, 9];
const TENANT = { name: 'Nimal Perera', contact: '000 000 0000', address: 'Dambulla', email: 'nimal@example.com' };

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

function statement(): string {
  const today = dayOf(systemClock.now());
  const rows = Array.from({ length: LINES }, (_, at) => `${today},Inward CEFT,100,${100 * (at + 1)}`);
  return ['Date,Description,Credit,Balance', ...rows].join('\n');
}

async function linesOf(server: RealServer, state: BankLine['state']): Promise<BankLine[]> {
  const answer = await server.send('GET', `/api/bank/accounts/1/lines?state=${state}`);
  return bank.lines.answer.parse(answer.body).lines;
}

async function matchTo(server: RealServer, line: BankLine, tenancy: number): Promise<boolean> {
  const parts = [{ kind: 'new_payment', id: tenancy, amount: 100 }];
  const body = { parts, although_recorded: true };
  const key = `line-${line.line_id}`;
  const { status, body: answer } = await server.send('POST', `/api/bank/lines/${line.line_id}/match`, body, key);
  expect(status, JSON.stringify(answer)).toBe(200);
  return true;
}

/** Each matched line has one payment, and each payment is of one line. */
async function expectWhole(server: RealServer): Promise<number> {
  const matched = await linesOf(server, 'matched');
  const ids = matched.flatMap(({ match }) => match?.parts.map(({ id }) => id) ?? []);
  const listed = payments.list.answer.parse((await server.send('GET', '/api/payments/payments')).body).payments;
  expect(new Set(ids)).toEqual(new Set(listed.map(({ payment_id }) => payment_id)));
  expect(ids).toHaveLength(matched.length);
  expect(listed).toHaveLength(matched.length);
  expect((await linesOf(server, 'open')).length + matched.length).toBe(LINES);
  return matched.length;
}

test('a server that is killed between lines has for each line one payment or none, and sending all again adds the rest', {
  tags: ['slow'],
}, async () => {
  const environment = await emptyMarket();
  let server = await RealServer.open(tree, environment);
  await server.send('POST', '/api/shops', { ...TERMS, shop_id: 'A-1' });
  await server.send('POST', '/api/tenants', { ...TENANT, shop_id: 'A-1' });
  const today = dayOf(systemClock.now());
  await server.send('POST', '/api/bank/accounts', { name: 'Rent account', starts_on: today });
  await server.send('POST', '/api/bank/accounts/1/statements', { csv: statement(), write: true });
  const { body } = await server.send('GET', '/api/bank/accounts/1/lines');
  const { lines, payers } = bank.lines.answer.parse(body);
  const tenancy = payers[0]?.tenancy_id ?? 0;
  let cutOff = 0;
  for (const count of KILLED_AFTER) {
    const running = server;
    cutOff += await running.killAfter(
      count,
      lines.map((line) => () => matchTo(running, line, tenancy)),
    );
    server = await RealServer.open(tree, environment, running.token);
    await expectWhole(server);
  }
  expect(cutOff).toBeGreaterThan(KILLED_AFTER.length);
  for (const line of lines) await matchTo(server, line, tenancy);
  expect(await expectWhole(server)).toBe(LINES);
  const verdict = ledger.verify.answer.parse((await server.send('GET', '/api/books/verify')).body);
  expect(verdict).toMatchObject({ is_clean: true, differences: [] });
});
