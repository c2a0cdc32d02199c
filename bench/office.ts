import { dayOf } from '#billing/calendar.ts';
import { DEMO_PASSWORD } from '#scripts/demo/fill-demo.ts';
import { systemClock } from '#server/clock.ts';
import { type MeasuredServer, startProduct } from './servers.ts';

/** A person at the counter of a running market: what they ask and do, over HTTP. */
export interface Office {
  server: MeasuredServer;
  /** What a request of theirs carries in its header of this name. */
  authorization: string;
  get<Answer>(address: string): Promise<Answer>;
  /** Fetches whatever it is, a file too, and gives how many bytes it had. */
  fetch(address: string): Promise<number>;
  post<Answer>(address: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** The day it is in the market. */
  today: string;
  stop(): Promise<void>;
}

/** Starts the product on a data folder and signs the demo's admin in, or its superadmin. */
export async function openOffice(dataDir: string, role: 'admin' | 'superadmin' = 'admin'): Promise<Office> {
  const server = await startProduct(dataDir);
  const ask = async <Answer>(address: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(server.url + address, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Answer;
  };
  const sending = { 'content-type': 'application/json' };
  const credentials = { email: `${role}@example.com`, password: DEMO_PASSWORD };
  const login = { method: 'POST', headers: sending, body: JSON.stringify(credentials) };
  const { token } = await ask<{ token: string }>('/api/admin/login', login);
  const authorization = `Bearer ${token}`;
  return {
    server,
    authorization,
    fetch: async (address) => {
      const answer = await fetch(server.url + address, { headers: { authorization } });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      if (!answer.ok) throw new Error(`${address} answered ${answer.status} with ${bytes} bytes`);
      return bytes;
    },
    get: (address) => ask(address, { headers: { authorization } }),
    post: (address, body, headers) =>
      ask(address, { method: 'POST', headers: { ...sending, authorization, ...headers }, body: JSON.stringify(body) }),
    today: dayOf(systemClock.now()),
    stop: () => server.stop(),
  };
}

/** What proves again who the admin is, for actions on all shops. */
export const PROOF = { email: 'admin@example.com', password: DEMO_PASSWORD };
