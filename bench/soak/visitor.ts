import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest, type WireAnswer } from '../http-client.ts';

const CONNECTIONS = 24;
const TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
const MOST_IN_PROGRESS = 100;
const MOST_MS = 1000;
/** The limit for an answer about the whole market: a backup, a verification of all ledgers, a list of all invoices. */
export const WHOLE_MARKET_MS = 5000;

export interface SoakRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  token?: string;
  headers?: Record<string, string>;
  body?: object | string;
  expected?: readonly number[];
  /** The time until the last byte of the answer after which it is late. Without it, a second. */
  mostMs?: number;
}

export interface Tally {
  requests: number;
  writes: number;
  dropped: number;
  waitsMs: number[];
  /** The slowest answer of those that may take a second, and of the others. */
  slowestMs: { usual: number; wholeMarket: number };
  /** The answers that took longer than they may. */
  late: string[];
  statuses: Map<number, number>;
}

export interface Visitor {
  url: string;
  tally: Tally;
  ask(address: string, request?: SoakRequest): Promise<WireAnswer>;
  askJson<Answer>(address: string, request?: SoakRequest): Promise<Answer>;
  hangUp(address: string, request: SoakRequest & { afterMs?: number; atBytes?: number }): Promise<void>;
}

export interface Task {
  what: string;
  perMinute: number;
  /** Runs the task. `at` counts the runs from 0. Throws when the task fails. */
  run(at: number): Promise<unknown>;
}

export function task(what: string, perMinute: number, run: Task['run']): Task {
  return { what, perMinute, run };
}

export function makeVisitor(url: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const tally: Tally = {
    requests: 0,
    writes: 0,
    dropped: 0,
    waitsMs: [],
    slowestMs: { usual: 0, wholeMarket: 0 },
    late: [],
    statuses: new Map(),
  };
  const visitor: Visitor = {
    url,
    tally,
    async ask(address, request = {}) {
      const { method = 'GET', token, body, expected = [200], mostMs = MOST_MS } = request;
      const { type, content } = await encode(body);
      const headers = { ...type, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...request.headers };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      tally.requests += 1;
      const began = performance.now();
      const answer = await sendRequest(url + address, { headers, agent, method, signal, ...(content && { content }) });
      const waitedMs = performance.now() - began;
      tally.waitsMs.push(waitedMs);
      const size = mostMs > MOST_MS ? 'wholeMarket' : 'usual';
      tally.slowestMs[size] = Math.max(tally.slowestMs[size], waitedMs);
      if (waitedMs > mostMs) tally.late.push(`${method} ${address} took ${Math.round(waitedMs)} ms`);
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
      if (!expected.includes(answer.status)) {
        const start = answer.body.toString('utf8', 0, 200);
        throw new Error(`${method} ${address} answered ${answer.status} instead of ${expected.join(' or ')}: ${start}`);
      }
      if (method !== 'GET' && answer.status < 300) tally.writes += 1;
      return answer;
    },
    askJson: async (address, request) => JSON.parse((await visitor.ask(address, request)).body.toString()),
    async hangUp(address, { method = 'GET', token, headers = {}, body, afterMs = 0, atBytes }) {
      const { host, hostname, port } = new URL(url);
      const { type, content } = await encode(body);
      const length = content ? { ...type, 'content-length': String(content.length) } : {};
      const all = { host, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers, ...length };
      const lines = [
        `${method} ${address} HTTP/1.1`,
        ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
      ];
      // Received data is read and discarded, so that the server is still writing when the connection is cut.
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).resume();
      socket.write(`${lines.join('\r\n')}\r\n\r\n${content ?? ''}`.slice(0, atBytes));
      await wait(afterMs);
      socket.destroy();
      tally.dropped += 1;
    },
  };
  return visitor;
}

async function encode(body: SoakRequest['body']): Promise<{ type: Record<string, string>; content?: Buffer }> {
  if (body === undefined) return { type: {} };
  const isForm = body instanceof FormData;
  const packed = new Response(isForm || typeof body === 'string' ? body : JSON.stringify(body));
  const type = (isForm && packed.headers.get('content-type')) || 'application/json';
  return { type: { 'content-type': type }, content: Buffer.from(await packed.arrayBuffer()) };
}

export async function runTasks(
  tasks: readonly Task[],
  forMs: number,
  onFault: (fault: string) => void,
): Promise<number> {
  const began = performance.now();
  const inProgress = new Set<Promise<void>>();
  let skipped = 0;
  await Promise.all(
    tasks.map(async ({ what, perMinute, run }, index) => {
      for (let at = 0; ; at += 1) {
        const dueMs = ((at + index / tasks.length) * MINUTE_MS) / perMinute;
        if (dueMs >= forMs) return;
        await wait(Math.max(0, began + dueMs - performance.now()));
        if (inProgress.size >= MOST_IN_PROGRESS) {
          skipped += 1;
          continue;
        }
        const running: Promise<void> = run(at)
          .then(
            () => {},
            (error: unknown) => onFault(`${what}: ${error instanceof Error ? error.message : String(error)}`),
          )
          .finally(() => inProgress.delete(running));
        inProgress.add(running);
      }
    }),
  );
  await Promise.all(inProgress);
  return skipped;
}

export function pickAt<Item>(list: readonly Item[], at: number): Item {
  const item = list[at % list.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
