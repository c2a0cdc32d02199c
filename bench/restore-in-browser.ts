import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BACKUP_PIECE_BYTES, type RestoreState, restore } from '#contract/restore.ts';
import { startProduct } from '#scripts/demo/run-product.ts';
import type { WaitingWork } from './harness.ts';

const CHIEF = { email: 'chief@market.example', password: 'mango-river-42-lantern' };
const ACCOUNT = { SUPERADMIN_EMAIL: CHIEF.email, SUPERADMIN_PASSWORD: CHIEF.password };
const SAMPLE_MS = 50;
const MOST_MEGABYTES = 300;
const MEGABYTE = 1_000_000;

/** Restores a copy into an empty market as the page does, and reads the memory of the server and its processes. */
export async function measureRestoreInBrowser(copy: string): Promise<WaitingWork> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-bench-browser-'));
  const server = await startProduct(folder, ACCOUNT);
  const memory = watchMemory(server.pid);
  try {
    const ask = await signIn(server.url);
    const began = performance.now();
    const { id } = await sendCopy(ask, readFileSync(copy));
    await ask.json('POST', restore.write.path, {
      id,
      continues_with_other_key: true,
      trusts_unsigned: true,
      nothing_since: true,
    });
    const rows = await outcomeOf(server.url, id);
    const ms = performance.now() - began;
    const megabytes = Math.round((await memory.stop()) / MEGABYTE);
    const verdict = megabytes > MOST_MEGABYTES ? `, which is more than ${MOST_MEGABYTES}` : '';
    return {
      what: 'restore of that copy in the browser',
      ms,
      targetMs: 240_000,
      note: `${rows.toLocaleString('en')} rows; at most ${megabytes} MB of memory for the server and its process${verdict}`,
    };
  } finally {
    await memory.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ask = Awaited<ReturnType<typeof signIn>>;

async function signIn(url: string) {
  let authorization = '';
  const send = async (address: string, init: RequestInit): Promise<unknown> => {
    const answer = await fetch(url + address, { ...init, headers: { ...init.headers, authorization } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const json = (method: string, address: string, body?: object) =>
    send(address, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const { token } = (await json('POST', '/api/admin/login', CHIEF)) as { token: string };
  authorization = `Bearer ${token}`;
  await json('POST', '/api/admin/verify', CHIEF);
  return { json, form: (address: string, body: FormData) => send(address, { method: 'POST', body }) };
}

async function sendCopy(ask: Ask, file: Buffer): Promise<RestoreState> {
  const begin = { name: 'pola.sql.gz', bytes: file.length, modified: 1 };
  let state = restore.begin.answer.parse(await ask.json('POST', restore.begin.path, begin));
  while (state.stage === 'receiving') {
    const form = new FormData();
    form.set('id', state.id);
    form.set('offset', String(state.received));
    const piece = file.subarray(state.received, state.received + BACKUP_PIECE_BYTES);
    form.set(restore.send.upload, new Blob([new Uint8Array(piece)]), 'piece');
    state = restore.send.answer.parse(await ask.form(restore.send.path, form));
  }
  while (state.stage === 'checking') {
    await wait(SAMPLE_MS);
    state = restore.state.answer.parse(await ask.json('GET', restore.state.path));
  }
  if (state.stage !== 'checked') throw new Error(`the copy was not accepted: ${state.fault}`);
  return state;
}

/** Waits until the server has started anew with the restored market. */
async function outcomeOf(url: string, id: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}${restore.outcome.path}?id=${id}`).catch(() => undefined);
    const { restored } = answer?.ok ? restore.outcome.answer.parse(await answer.json()) : { restored: null };
    // The bench's million tickets have no seals, so the verification finds differences.
    if (restored) return restored.rows;
    await wait(SAMPLE_MS);
  }
}

/** Samples the memory of a process and its children. */
function watchMemory(pid: number): { stop(): Promise<number> } {
  let isOver = false;
  let mostBytes = 0;
  const watching = (async () => {
    while (!isOver) {
      mostBytes = Math.max(mostBytes, bytesOf(pid));
      await wait(SAMPLE_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return mostBytes;
    },
  };
}

function bytesOf(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
    );
    return [pid, ...children.map(Number)].reduce((sum, each) => sum + ownBytes(each), 0);
  } catch {
    // A process that has just ended has no files there.
    return 0;
  }
}

/** Counts what processes share, such as the code of Node, once for all of them. */
function ownBytes(pid: number): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss: +(\d+) kB$/m) ?? [];
  return Number(kilobytes) * 1024;
}
