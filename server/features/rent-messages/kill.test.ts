/** @module-tag postgres */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dayOf, monthOf } from '#billing/calendar.ts';
import { type RentMessage, rentMessages } from '#contract/rent-messages.ts';
import { systemClock } from '../../clock.ts';
import { ALERT_SETTINGS } from '../../testing/example-market.ts';
import { TERMS } from '../../testing/office.ts';
import { startInTheMorning } from '../../testing/other-clock.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { GATEWAY_TERMS, openSmsGateway } from '../../testing/sms-gateway.ts';

const NUMBERS = Array.from({ length: 16 }, (_, at) => String(94_771_000_000 + at));
/** The server dies when the gateway has received this number of messages, before it answers the last of them. */
const KILLED_AT = [1, 6, 11];
/** The leases of a dead server on PostgreSQL take 20 seconds to expire. */
const LONGEST_MS = 100_000;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

const today = dayOf(systemClock.now());

async function writeTo(server: RealServer, method: 'POST' | 'PUT', url: string, body: object): Promise<unknown> {
  const answer = await server.send(method, url, body);
  expect([200, 201], JSON.stringify(answer)).toContain(answer.status);
  return answer.body;
}

async function fill(server: RealServer, gatewayAddress: string): Promise<void> {
  const gateway = { ...ALERT_SETTINGS, sms_address: gatewayAddress, ...GATEWAY_TERMS };
  await writeTo(server, 'PUT', '/api/settings/alerts', gateway);
  const { body } = await server.send('GET', rentMessages.getSettings.path);
  await writeTo(server, 'PUT', rentMessages.setSettings.path, { ...(body as object), rent_sms_on: true });
  for (const [at, number] of NUMBERS.entries()) {
    const shop_id = `S-${at + 1}`;
    await writeTo(server, 'POST', '/api/shops', { ...TERMS, shop_id });
    const tenant = { name: `Tenant ${at}`, contact: `+${number}`, address: 'Dambulla', email: null };
    await writeTo(server, 'POST', '/api/tenants', { ...tenant, shop_id });
    await writeTo(server, 'POST', '/api/systemsetting/generate', { shop_id, month_year: monthOf(today) });
  }
}

const send = (server: RealServer) => writeTo(server, 'POST', rentMessages.send.path, { occasion: 'bill' });

async function listed(server: RealServer, list: 'open' | 'failed' | 'done'): Promise<RentMessage[]> {
  const { body } = await server.send('GET', `${rentMessages.list.path}?list=${list}`);
  return rentMessages.list.answer.parse(body);
}

test('a server that is killed between handing a text over and recording it sends it to no number again', {
  tags: ['slow'],
  timeout: 4 * LONGEST_MS,
}, async () => {
  const gateway = await openSmsGateway();
  onTestFinished(() => gateway.close());
  const clock = startInTheMorning();
  onTestFinished(() => clock.remove());
  const TOKEN_SECRET = 'a secret that several servers share';
  const environment = { ...(await emptyMarket()), ...clock.environment, TOKEN_SECRET };
  let server = await RealServer.open(tree, environment);
  const { token } = server;
  await fill(server, gateway.address);
  expect(await send(server)).toMatchObject({ queued: NUMBERS.length });
  const cutOff = new Set<string>();
  for (const count of KILLED_AT) {
    const running = server;
    await new Promise<void>((resolve) => {
      gateway.onTaken = () => {
        if (gateway.taken.length < count) return;
        if (gateway.mood === 'taken') running.signal('SIGKILL');
        gateway.mood = 'silent';
        cutOff.add(gateway.taken.at(-1)?.to ?? '');
        resolve();
      };
      gateway.onTaken();
    });
    await running.kill();
    gateway.onTaken = () => {};
    gateway.mood = 'taken';
    server = await RealServer.open(tree, environment, token);
  }
  await expect.poll(() => listed(server, 'open'), { timeout: LONGEST_MS }).toEqual([]);

  const times = Map.groupBy(gateway.taken, ({ to }) => to);
  expect([...times.keys()].toSorted()).toEqual(NUMBERS);
  expect([...times.values()].every(({ length }) => length === 1)).toBe(true);
  const done = await listed(server, 'done');
  const failed = await listed(server, 'failed');
  expect(new Set(done.map(({ state }) => state))).toEqual(new Set(['sent']));
  expect(new Set(failed.map(({ state }) => state))).toEqual(new Set(['unknown']));
  expect(done.filter(({ recipient }) => !gateway.confirmed.includes(recipient))).toEqual([]);
  expect([...cutOff].filter((number) => !failed.some(({ recipient }) => recipient === number))).toEqual([]);
  expect(done.length + failed.length).toBe(NUMBERS.length);
  expect(cutOff.size).toBeGreaterThanOrEqual(KILLED_AT.length);

  expect(await send(server)).toMatchObject({ queued: 0 });
  const [unknown] = failed;
  await writeTo(server, 'POST', `/api/rent-messages/${unknown?.message_id}/again`, {});
  await expect.poll(async () => (await listed(server, 'failed')).length).toBe(failed.length - 1);
  await expect.poll(() => listed(server, 'open'), { timeout: LONGEST_MS }).toEqual([]);
  expect(gateway.taken.length).toBe(NUMBERS.length + 1);
  expect(gateway.confirmed.at(-1)).toBe(unknown?.recipient);
});
