import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { GATE_DAY, openTestGate } from '../../testing/gate.ts';
import { TOKEN_SECRET } from '../../testing/sign-in.ts';

/**
 * After this time, a second ticket with the same content is accepted as a new one, even from an app that sends no keys.
 */
const SOON_MS = 10_001;

/** An app that knows only the calls and fields of specification 2, section 7, and sends no keys. */
class GateApp {
  readonly #host: string;
  #token = '';

  constructor(host: string) {
    this.#host = host;
  }

  async login(email: string, password: string): Promise<number> {
    const answer = await fetch(`${this.#host}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (answer.ok) ({ token: this.#token } = (await answer.json()) as { token: string });
    return answer.status;
  }

  get role(): string {
    return JSON.parse(Buffer.from(this.#token.split('.')[1] ?? '', 'base64url').toString()).role;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.#send(path, {});
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async remove(path: string, init: RequestInit = {}): Promise<void> {
    await this.#send(path, { method: 'DELETE', ...init });
  }

  async #send<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const headers = { ...init.headers, Authorization: `Bearer ${this.#token}` };
    const answer = await fetch(this.#host + path, { ...init, headers });
    const body = (await answer.json()) as Answer & { message?: string };
    if (!answer.ok) throw new Error(`${answer.status}: ${body.message}`);
    return body;
  }
}

type Income = { totalIncome: number; ticketCount: number; month: number; year: number; date: string };

async function openApp() {
  const gate = await openTestGate();
  const { dataDir, clock, database } = gate.app;
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const server = await buildApp({ config, clock, database, tokenSecret: TOKEN_SECRET });
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const fastify = new GateApp(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  return { gate, fastify };
}

test('an existing gate app signs ticket staff in, and issues, lists and deletes tickets of both kinds', {
  tags: ['slow'],
}, async () => {
  const { gate, fastify } = await openApp();
  expect(await fastify.login('tiketing@example.com', 'wrong')).toBe(401);
  expect(await fastify.login('tiketing@example.com', PASSWORD)).toBe(200);
  expect(fastify.role).toBe('tiketing');

  const ids: string[] = [];
  for (const price of [20, '20', 100, '100', 20]) {
    gate.app.clock.advance(SOON_MS);
    ids.push((await fastify.post<{ ticketId: string }>('/api/sanitation', { price })).ticketId);
  }
  expect(ids).toEqual(['T20_1', 'T20_2', 'T100_1', 'T100_2', 'T20_3']);
  type Ticket = { id: number; customId: string; price: number; createdAtSriLanka: string; byWhom: string };
  const list = async (query: string) =>
    (await fastify.get<{ tickets: Ticket[] }>(`/api/sanitation/by-date?${query}`)).tickets;
  expect((await list('price=20')).map(({ customId }) => customId)).toEqual(['T20_3', 'T20_2', 'T20_1']);
  expect((await list(`price=&date=${GATE_DAY}&byWhom=tiketing@example.com`)).length).toBe(5);
  const [newest] = await list(`price=100&date=${GATE_DAY}`);
  expect(newest).toMatchObject({
    price: 100,
    byWhom: 'tiketing@example.com',
    createdAtSriLanka: '20/11/2026, 12:00:40',
  });
  await fastify.remove(`/api/sanitation/${newest?.id}`);
  expect((await list('price=100')).map(({ customId }) => customId)).toEqual(['T100_1']);

  const van = { vehicleNumber: 'wp-1234', vehicleType: 'Van', ticketPrice: '100' };
  type Issued = { ticket: { id: number } };
  const { ticket } = await fastify.post<Issued>('/api/vehicle-tickets', van);
  await fastify.post('/api/vehicle-tickets', { ...van, vehicleType: 'Three-Wheeler', ticketPrice: 50.5 });
  type Vehicle = { id: number; vehicleNumber: string; vehicleType: string; ticketPrice: number; time: string };
  const vehicles = async () =>
    (await fastify.get<{ tickets: Vehicle[] }>(`/api/vehicle-tickets/by-date?date=${GATE_DAY}&byWhom=tiketing`))
      .tickets;
  expect(await vehicles()).toMatchObject([
    { vehicleNumber: 'WP-1234', vehicleType: 'Three-Wheeler', ticketPrice: 50.5, time: '12:00:50' },
    { id: ticket.id, ticketPrice: 100 },
  ]);
  await fastify.remove(`/api/vehicle-tickets/${ticket.id}`);
  expect(await vehicles()).toHaveLength(1);

  const [today] = await fastify.get<Income[]>('/api/sanitation/daily-income');
  expect(today).toMatchObject({ totalIncome: 160, ticketCount: 4 });
  const months = (path: string) => fastify.get<Income[]>(path);
  expect(await months('/api/sanitation/monthly-income')).toEqual([
    { year: 2026, month: 11, totalIncome: 160, ticketCount: 4 },
  ]);
  const query = 'startDate=2026-11-01&endDate=2026-11-30&price=100';
  expect((await months(`/api/sanitation/monthly-income?${query}`))[0]?.ticketCount).toBe(1);
  expect((await months('/api/vehicle-tickets/daily-income'))[0]).toMatchObject({ date: GATE_DAY, totalIncome: 50.5 });
  expect((await months('/api/vehicle-tickets/monthly-income'))[0]).toMatchObject({
    year: 2026,
    month: 11,
    ticketCount: 1,
  });
  await gate.expectSums(5);
});

test('an app may delete with a content type and no body, with an empty object, or without either', async () => {
  const { gate, fastify } = await openApp();
  await fastify.login('tiketing@example.com', PASSWORD);
  const json = { 'Content-Type': 'application/json' };
  for (const init of [{}, { headers: json }, { headers: json, body: '' }, { headers: json, body: '{}' }]) {
    gate.app.clock.advance(SOON_MS);
    const { ticket } = await fastify.post<{ ticket: { id: number } }>('/api/sanitation', { price: 20 });
    await fastify.remove(`/api/sanitation/${ticket.id}`, init);
  }
  expect((await gate.list()).count).toBe(0);
});

test('an invalid request of an app is refused with an explanation in words', async () => {
  const { fastify } = await openApp();
  await fastify.login('tiketing@example.com', PASSWORD);
  await expect(fastify.post('/api/sanitation', {})).rejects.toThrow('400: Please enter the ticket price.');
  await expect(fastify.post('/api/vehicle-tickets', { vehicleNumber: 'X' })).rejects.toThrow(
    '400: Please fill in all fields.',
  );
  await expect(fastify.remove('/api/sanitation/17')).rejects.toThrow('404: Ticket not found.');
  await expect(fastify.remove('/api/vehicle-tickets/0')).rejects.toThrow('400');
});
