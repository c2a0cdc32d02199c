/** @module-tag postgres */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitationTickets } from '#contract/tickets.ts';
import { connect } from '../../db/connect.ts';
import { emptyMarket, RealServer } from '../../testing/real-server.ts';
import { makeServerCopy, type ServerCopy } from '../../testing/server-copy.ts';
import { compareSums } from './compare-sums.ts';

const NEW_TICKETS = 24;

let tree: ServerCopy;
beforeAll(() => {
  tree = makeServerCopy();
});
afterAll(() => tree.remove());

interface Waiting {
  deviceNumber: string;
  price: 20 | 100;
  key: string | undefined;
  ticketId: string | undefined;
}

async function send(server: RealServer, one: Waiting): Promise<boolean> {
  const body = { price: one.price, device_number: one.deviceNumber };
  const { status, body: answer } = await server.send('POST', '/api/sanitation', body, one.key);
  expect(status, JSON.stringify(answer)).toBe(201);
  const { ticketId } = sanitationTickets.issue.answer.parse(answer);
  expect(ticketId).toBe(one.ticketId ?? ticketId);
  one.ticketId = ticketId;
  return true;
}

async function listNumbers(server: RealServer): Promise<string[]> {
  const { body } = await server.send('GET', '/api/sanitation/by-date');
  return sanitationTickets.byDate.answer.parse(body).tickets.map(({ customId }) => customId);
}

const TITLE = 'a server that is killed repeatedly while tickets are issued loses no acknowledged ticket and no number';
test(TITLE, { tags: ['slow'] }, () => killRepeatedly(2));
test(`${TITLE} (8)`, { tags: ['nightly'] }, () => killRepeatedly(8));

async function killRepeatedly(kills: number): Promise<void> {
  const environment = await emptyMarket();
  let server = await RealServer.open(tree, environment);
  const tickets: Waiting[] = [];
  let cutOff = 0;
  for (let round = 0; round < kills; round += 1) {
    for (let at = 0; at < NEW_TICKETS; at += 1) {
      const count = tickets.length + 1;
      const key = count % 3 === 0 ? undefined : `key-${count}`;
      tickets.push({ deviceNumber: `K-${count}`, price: count % 2 === 0 ? 20 : 100, key, ticketId: undefined });
    }
    const waiting = tickets.filter(({ ticketId }) => ticketId === undefined);
    const requests = waiting.map((one) => () => send(server, one));
    cutOff += await server.killAfter(1 + ((round * 7) % NEW_TICKETS), requests);
    server = await RealServer.open(tree, environment, server.token);
    const known = tickets.flatMap(({ ticketId }) => ticketId ?? []);
    expect(await listNumbers(server)).toEqual(expect.arrayContaining(known));
  }
  // If the server were killed after all the work, the test would prove nothing.
  expect(cutOff).toBeGreaterThan(2 * kills);
  for (const one of tickets) await send(server, one);
  const half = tickets.length / 2;
  const numbers = [20, 100].flatMap((price) => Array.from({ length: half }, (_, at) => `T${price}_${at + 1}`));
  expect(new Set(tickets.map(({ ticketId }) => ticketId))).toEqual(new Set(numbers));
  const listed = await listNumbers(server);
  expect([listed.length, new Set(listed)]).toEqual([numbers.length, new Set(numbers)]);
  const database = connect({ dataDir: environment.DATA_DIR ?? '', databaseUrl: environment.DATABASE_URL });
  try {
    expect(await compareSums(database)).toEqual({ tickets: tickets.length, differences: [] });
  } finally {
    await database.close();
  }
}
