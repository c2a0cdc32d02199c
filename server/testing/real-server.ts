import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeEmptyDatabase, servingUrlOf } from './database.ts';
import { type Running, startProcess } from './process.ts';
import type { ServerCopy } from './server-copy.ts';

export const onPostgres = process.env.TEST_ENGINE === 'postgres';
const CHIEF = { email: 'chief@market.example', password: 'mango-river-42-lantern' };

export const CHIEF_ENVIRONMENT = { SUPERADMIN_EMAIL: CHIEF.email, SUPERADMIN_PASSWORD: CHIEF.password };

export async function emptyMarket(): Promise<Record<string, string>> {
  if (onPostgres) {
    const { dataDir, databaseUrl = '', remove } = await makeEmptyDatabase();
    onTestFinished(remove);
    const serving = servingUrlOf(databaseUrl, new URL(databaseUrl).pathname.slice(1));
    return { ...CHIEF_ENVIRONMENT, DATA_DIR: dataDir, DATABASE_URL: serving, DATABASE_OWNER_URL: databaseUrl };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { ...CHIEF_ENVIRONMENT, DATA_DIR: folder };
}

const MOST_AT_ONCE = 4;

export interface MarketClient {
  send(method: string, url: string, body?: object, key?: string): Promise<{ status: number; body: unknown }>;
}

/** Returns a client that sends requests to the market at an address, which may be that of a proxy. */
export function clientOf(address: string, token: string): MarketClient {
  return {
    async send(method, url, body, key) {
      const answer = await fetch(`${address}${url}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

export class RealServer implements MarketClient {
  readonly token: string;
  readonly #process: Running;
  readonly #url: string;

  private constructor(running: Running, url: string, token: string) {
    this.#process = running;
    this.#url = url;
    this.token = token;
  }

  static open(tree: ServerCopy, environment: Record<string, string>, token?: string): Promise<RealServer> {
    const running = startProcess([tree.main], { HOST: '127.0.0.1', PORT: '0', ...environment });
    return RealServer.enter(running, token);
  }

  static async enter(running: Running, token?: string): Promise<RealServer> {
    const [, url = ''] = await running.says(/Server listening at (http:[^"]+)"/);
    if (token !== undefined) return new RealServer(running, url, token);
    const login = await new RealServer(running, url, '').send('POST', '/api/admin/login', CHIEF);
    const server = new RealServer(running, url, String((login.body as { token: string }).token));
    await server.confirmIdentity();
    return server;
  }

  async confirmIdentity(): Promise<void> {
    expect((await this.send('POST', '/api/admin/verify', CHIEF)).status).toBe(200);
  }

  send(method: string, url: string, body?: object, key?: string): Promise<{ status: number; body: unknown }> {
    return clientOf(this.#url, this.token).send(method, url, body, key);
  }

  get url(): string {
    return this.#url;
  }

  /** Sends a form, as `formOf` makes it. */
  async sendRaw(
    url: string,
    { payload, headers }: { payload: Buffer; headers: Record<string, string> },
  ): Promise<{ status: number; body: unknown }> {
    const all = { ...headers, authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.#url}${url}`, { method: 'POST', headers: all, body: new Uint8Array(payload) });
    return { status: answer.status, body: await answer.json() };
  }

  async open(url: string): Promise<Response> {
    const answer = await fetch(`${this.#url}${url}`, { headers: { authorization: `Bearer ${this.token}` } });
    expect(answer.status).toBe(200);
    return answer;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#process.ended;
  }

  async terminate(): Promise<void> {
    this.#process.kill('SIGTERM');
    expect(await this.#process.ended).toBe(0);
  }

  /**
   * Sends the requests, kills the server as soon as `count` are answered, and returns how many were not. Only
   * MOST_AT_ONCE are sent at a time, because a fast server would answer all of them together before it is killed.
   */
  async killAfter(count: number, requests: readonly (() => Promise<boolean>)[]): Promise<number> {
    let answered = 0;
    const waiting = requests.values();
    const sendInTurn = async () => {
      for (const request of waiting) {
        if (await request().catch(unlessCutOff)) answered += 1;
        if (answered === count) this.#process.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, sendInTurn));
    expect(await this.#process.ended).toBe('SIGKILL');
    return requests.length - answered;
  }
}

function unlessCutOff(error: unknown): boolean {
  if (error instanceof TypeError) return false;
  throw error;
}
