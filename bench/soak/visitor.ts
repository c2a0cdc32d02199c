import { Agent } from 'node:http';
import { ask, type WireAnswer } from '../load.ts';

/** Kept open at most, as a proxy in front of the product would. */
const CONNECTIONS = 24;
/** Who waits longer than this is not served. */
const PATIENCE_MS = 60_000;

/** How one asks, and which answers are right; GET and 200 unless said. */
export interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Of who is signed in. */
  token?: string;
  headers?: Record<string, string>;
  /** Goes out as JSON, a FormData as a form with its files, a text as it is. */
  body?: object | string;
  /** Statuses. */
  expected?: readonly number[];
}

/** What was asked so far and how it went. */
export interface Tally {
  requests: number;
  /** Of them what was no GET and succeeded. */
  writes: number;
  /** Connections that were cut off half-way, on purpose. */
  dropped: number;
  /** From the question to the last byte of its answer, in milliseconds. */
  waitsMs: number[];
  /** How often each status was answered. */
  statuses: Map<number, number>;
}

/** Everybody who asks the product something. */
export interface Visitor {
  url: string;
  tally: Tally;
  /** Gives the answer; throws when its status is none of those expected. */
  ask(address: string, asked?: Asked): Promise<WireAnswer>;
  /** The same for an answer in JSON. */
  tell<Answer>(address: string, asked?: Asked): Promise<Answer>;
}

/** Asks over a few kept connections and counts. */
export function visit(url: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const tally: Tally = { requests: 0, writes: 0, dropped: 0, waitsMs: [], statuses: new Map() };
  const askOnce: Visitor['ask'] = async (address, asked = {}) => {
    const { method = 'GET', token, headers, body, expected = [200] } = asked;
    const { type, content } = await pack(body);
    const all = { ...type, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    tally.requests += 1;
    const began = performance.now();
    const answer = await ask(url + address, all, agent, { method, signal, ...(content && { content }) });
    tally.waitsMs.push(performance.now() - began);
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    if (!expected.includes(answer.status)) {
      const said = answer.body.toString('utf8', 0, 200);
      throw new Error(`${method} ${address} answered ${answer.status} in place of ${expected.join(' or ')}: ${said}`);
    }
    if (method !== 'GET' && answer.status < 300) tally.writes += 1;
    return answer;
  };
  return {
    url,
    tally,
    ask: askOnce,
    tell: async (address, asked) => JSON.parse((await askOnce(address, asked)).body.toString()),
  };
}

async function pack(body: Asked['body']): Promise<{ type: Record<string, string>; content?: Buffer }> {
  if (body === undefined) return { type: {} };
  const isForm = body instanceof FormData;
  const packed = new Response(isForm || typeof body === 'string' ? body : JSON.stringify(body));
  const type = (isForm && packed.headers.get('content-type')) || 'application/json';
  return { type: { 'content-type': type }, content: Buffer.from(await packed.arrayBuffer()) };
}
