import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Office } from '#scripts/demo/run-product.ts';
import { measureTime, quantile, residentBytes } from '../harness.ts';
import { sendRequest } from '../http-client.ts';

const ATTACKERS = '127.0.0.9';
const PAGES = ['/', '/home-dailyprice', '/si/home-dailyprice', '/api/products'];
const PAGES_A_SECOND = 40;
const PAYMENTS_A_SECOND = 4;
const BACK_TO_NORMAL_MS = 5000;

export interface OverloadStep {
  connections: number;
  /** The number of connections that the attacker never reads from. */
  silent: number;
  answered: Record<string, number>;
  pagesMs: number;
  paymentsMs: number;
  pageFaults: number;
  payments: number;
  refusedPayments: number;
  lostPayments: number;
  memoryMb: number;
  recoveredMs: number;
}

export interface Attack {
  connections: number;
  silent: number;
  seconds: number;
}

export async function measureOverload(
  office: Office,
  shopId: string,
  { connections, silent, seconds }: Attack,
): Promise<OverloadStep> {
  const { url, pid } = office.server;
  const readers = new Agent({ keepAlive: true, localAddress: '127.0.0.2' } as object);
  const staff = new Agent({ keepAlive: true, localAddress: '127.0.0.3' } as object);
  const readPage = (at: number) =>
    sendRequest(url + PAGES[at % PAGES.length], { agent: readers, headers: { 'accept-encoding': 'gzip' } });
  for (let at = 0; at < 3 * PAGES.length; at += 1) await readPage(at);

  const attack = fork(path.join(import.meta.dirname, 'attack.ts'), [
    url,
    String(connections),
    String(silent),
    ATTACKERS,
  ]);
  await wait(1000);
  const pages: number[] = [];
  const payments: number[] = [];
  const keys = new Set<string>();
  let [pageFaults, memory] = [0, 0];
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentBytes(pid));
  }, 500);
  const pay = async (at: number) => {
    const note = `overload ${connections} ${process.pid} ${at}`;
    const { status } = await sendRequest(`${url}/api/payments/by-shop/${shopId}`, {
      method: 'POST',
      agent: staff,
      headers: {
        authorization: office.authorization,
        'content-type': 'application/json',
        'idempotency-key': note.replaceAll(' ', '-'),
      },
      content: JSON.stringify({ amountPaid: 1, paymentDate: office.today, note }),
    });
    if (status === 200) keys.add(note);
  };
  await Promise.all([
    atRate(seconds, PAGES_A_SECOND, async (at) => {
      const ms = await measureTime(async () => {
        const status = await readPage(at).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status !== 200) pageFaults += 1;
      });
      pages.push(ms);
    }),
    atRate(seconds, PAYMENTS_A_SECOND, async (at) => {
      payments.push(await measureTime(() => pay(at)));
    }),
  ]);
  clearInterval(sampling);
  attack.send('stop');
  const [answered] = (await once(attack, 'message')) as [Record<string, number>];
  const recoveredMs = await measureTime(() => untilRendered(url, connections));
  const listed = await office.get<{ payments: { note: string }[] }>('/api/payments/payments');
  const recorded = new Set(listed.payments.map(({ note }) => note));
  readers.destroy();
  staff.destroy();
  return {
    connections,
    silent,
    answered,
    pageFaults,
    recoveredMs,
    pagesMs: quantile(pages, 0.99),
    paymentsMs: quantile(payments, 0.99),
    payments: payments.length,
    refusedPayments: payments.length - keys.size,
    lostPayments: [...keys].filter((note) => !recorded.has(note)).length,
    memoryMb: memory / 1024 / 1024,
  };
}

async function atRate(seconds: number, perSecond: number, run: (at: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: seconds * perSecond }, async (_, at) => {
      await wait((at * 1000) / perSecond);
      await run(at);
    }),
  );
}

async function untilRendered(url: string, mark: number): Promise<void> {
  const until = performance.now() + 2 * BACK_TO_NORMAL_MS;
  for (let at = 0; performance.now() < until; at += 1) {
    const { status } = await sendRequest(`${url}/home-dailyprice?q=afterwards%20${mark}%20${at}`);
    if (status === 200) return;
    await wait(50);
  }
}

export function faultsOf(step: OverloadStep, before: OverloadStep): string[] {
  const limits: [string, boolean][] = [
    [`cached pages p99 ${Math.round(step.pagesMs)} ms (250)`, step.pagesMs > 250],
    [`payments p99 ${Math.round(step.paymentsMs)} ms (700)`, step.paymentsMs > 700],
    [`memory ${(step.memoryMb / before.memoryMb).toFixed(2)} times (1.3)`, step.memoryMb > 1.3 * before.memoryMb],
    [`${step.pageFaults} pages not served`, step.pageFaults > 0],
    [`${step.refusedPayments} payments refused`, step.refusedPayments > 0],
    [`${step.lostPayments} payments lost`, step.lostPayments > 0],
    [
      `${step.answered['503 without Retry-After'] ?? 0} times 503 without Retry-After`,
      '503 without Retry-After' in step.answered,
    ],
    [`no 503 at all`, step.connections > 0 && step.answered['503'] === undefined],
    [`back to normal after ${Math.round(step.recoveredMs)} ms`, step.recoveredMs > BACK_TO_NORMAL_MS],
  ];
  return limits.filter(([, isBroken]) => isBroken).map(([what]) => what);
}
