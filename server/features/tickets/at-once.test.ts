/** @module-tag postgres-quick */

import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rolesWith } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { connect } from '../../db/connect.ts';
import { diceOf, oneOf } from '../../testing/dice.ts';
import { openTestGate, VAN } from '../../testing/gate.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';

const AT_ONCE = 50;
const roles = rolesWith('tickets.write');
const fifty = Array.from({ length: AT_ONCE }, (_, index) => index);

interface Answered {
  status: number;
  body: { ticketId: string | number; code: string; ticket: { id: number; customId: string; price: number } };
}

async function openMarket() {
  const gate = await openTestGate();
  const { dataDir, databaseUrl, clock } = gate.app;
  const urls: string[] = [];
  for (let server = 0; server < 2; server += 1) {
    const database = connect({ dataDir, databaseUrl });
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const fastify = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    urls.push(`http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`);
    onTestFinished(async () => {
      await fastify.close();
      await database.close();
    });
  }
  const tokens = new Map<Role, string>();
  for (const role of roles) tokens.set(role, await gate.tokenOf(role));
  const send = async (
    index: number,
    method: string,
    path: string,
    body?: object,
    key?: string | null,
  ): Promise<Answered> => {
    const role = roles[index % roles.length] ?? 'tiketing';
    const answer = await fetch(`${urls[index % urls.length]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(role)}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== null && { 'idempotency-key': key ?? randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answered['body'] };
  };
  return { gate, send };
}

const numbersOf = (answers: readonly Answered[], price: number) =>
  answers
    .filter(({ body }) => body.ticket?.price === price)
    .map(({ body }) => Number(String(body.ticketId).split('_')[1]))
    .toSorted((one, other) => one - other);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('fifty simultaneous requests get fifty numbers without a gap or a duplicate', async () => {
  const { gate, send } = await openMarket();
  const answers = await Promise.all(fifty.map((index) => send(index, 'POST', '/api/sanitation', { price: 20 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(answers.map(({ body }) => body.ticketId).toSorted(byNumber)).toEqual(upTo(AT_ONCE).map((n) => `T20_${n}`));
  expect((await gate.cards()).today.price20).toEqual({ totalIncome: AT_ONCE * 20, ticketCount: AT_ONCE });
  expect((await gate.list({ date: '2026-11-20' })).count).toBe(AT_ONCE);
  await gate.expectSums(AT_ONCE);
});

const byNumber = (one: string | number, other: string | number) =>
  Number(String(one).split('_')[1]) - Number(String(other).split('_')[1]);

test('simultaneous tickets of both prices, vehicles, deletions and refusals leave no gap, no duplicate and correct sums', async () => {
  const { gate, send } = await openMarket();
  await gate.issue({ price: 20, device_number: 'Z-1' });
  const dice = diceOf(6);
  const refused = [
    [{ price: 20, issued_at: '2026-11-21T00:00:00Z', device_number: 'Y-1' }, 'issued_in_future'],
    [{ price: 100, issued_at: '2026-11-17T00:00:00Z' }, 'issued_too_early'],
    [{ price: 100, device_number: 'Z-1' }, 'device_number_used'],
    [{ price: 50 }, 'invalid_input'],
  ] as const;
  const issued: Answered[] = [];
  let standing = 1;
  // All random plans are made before the first request, because the answers may arrive in any order.
  const plans = fifty.map(() => ({
    price: oneOf(dice, [20, 100]),
    refusal: oneOf(dice, refused),
    deletes: dice(3) === 0,
  }));
  await Promise.all(
    plans.map(async ({ price, refusal: [body, code], deletes }, index) => {
      const answer = await send(
        index,
        'POST',
        '/api/sanitation',
        { price, device_number: `K-${index + 1}` },
        randomUUID(),
      );
      expect(answer.status).toBe(201);
      issued.push(answer);
      expect((await send(index, 'POST', '/api/sanitation', body)).body.code).toBe(code);
      expect((await send(index, 'POST', '/api/vehicle-tickets', VAN)).status).toBe(201);
      if (deletes) expect((await send(index, 'DELETE', `/api/sanitation/${answer.body.ticket.id}`)).status).toBe(200);
      standing += deletes ? 1 : 2;
    }),
  );
  const of20 = numbersOf(issued, 20);
  const of100 = numbersOf(issued, 100);
  expect([of20, of100]).toEqual([upTo(of20.length + 1).slice(1), upTo(of100.length)]);
  expect(of20.length + of100.length).toBe(AT_ONCE);
  expect((await gate.issue({ price: 100 })).ticketId).toBe(`T100_${of100.length + 1}`);
  await gate.expectSums(standing + 1);
});

const staff = (index: number) => roles.indexOf('tiketing') + roles.length * index;

test('a device number that is sent fifty times at once, with keys and without, is one ticket', async () => {
  const { gate, send } = await openMarket();
  const body = { price: 20, device_number: 'K-1', issued_at: '2026-11-20T06:00:00.000Z' };
  const answers = await Promise.all(
    fifty.map((index) =>
      send(staff(index), 'POST', '/api/sanitation', body, index % 3 === 0 ? null : `key-${index % 7}`),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body: { ticket } }) => JSON.stringify(ticket))).size).toBe(1);
  expect((await gate.list()).tickets.map(({ customId }) => customId)).toEqual(['T20_1']);
  await gate.expectSums(1);
});

test('of simultaneous tickets of both kinds with one device number, one is issued', async () => {
  const { gate, send } = await openMarket();
  const answers = await Promise.all(
    fifty.map((index) =>
      index % 2 === 0
        ? send(staff(index), 'POST', '/api/sanitation', { price: 20, device_number: 'K-1' })
        : send(staff(index), 'POST', '/api/vehicle-tickets', { ...VAN, device_number: 'K-1' }),
    ),
  );
  const refused = answers.filter(({ body }) => body.code === 'device_number_used');
  expect(refused).toHaveLength(AT_ONCE / 2);
  expect((await gate.list()).count + (await gate.listVehicles()).total).toBe(1);
  await gate.expectSums(1);
});

test('a ticket in fifty simultaneous deletions is deleted once', async () => {
  const { gate, send } = await openMarket();
  const { ticket } = await gate.issue({ price: 100 });
  await gate.issue({ price: 100 });
  const answers = await Promise.all(fifty.map((index) => send(staff(index), 'DELETE', `/api/sanitation/${ticket.id}`)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: AT_ONCE - 1 }, () => 404),
  ]);
  expect((await gate.cards()).today.all).toEqual({ totalIncome: 100, ticketCount: 1 });
  await gate.expectSums(1);
});

test('a shift that is opened and closed many times at once is one shift', async () => {
  const { gate, send } = await openMarket();
  const id = randomUUID();
  const open = () => fifty.map((index) => send(staff(index), 'POST', '/api/gate/shifts', { id, opening_cash: 500 }));
  const opened = await Promise.all(open());
  const close = { counted_cash: 490, reason: 'Ten were lost' };
  const closed = await Promise.all(
    fifty.map((index) => send(staff(index), 'POST', `/api/gate/shifts/${id}/close`, close)),
  );
  for (const [answers, status] of [
    [opened, 201],
    [closed, 200],
  ] as const) {
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  }
  expect((await gate.auditLog()).map(({ event_type }) => event_type)).toEqual(['Shift Opened', 'Shift Closed']);
});

test('a fault after a number was assigned releases the number', async () => {
  const { gate } = await openMarket();
  await gate.issue({ price: 20 });
  const rename = (from: string, to: string) => gate.app.database.owner.schema.alterTable(from).renameTo(to).execute();
  await rename('audit_head', 'audit_head_away');
  const failed = await gate.tellIssue({ price: 20, device_number: 'K-1' });
  await rename('audit_head_away', 'audit_head');
  expect(failed.statusCode).toBe(500);
  await gate.expectSums(1);
  expect((await gate.issue({ price: 20, device_number: 'K-1' })).ticketId).toBe('T20_2');
  await gate.expectSums(2);
});
