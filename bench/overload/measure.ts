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
  const { isServed, endReading } = openReaders(url);
  const staff = new Agent({ keepAlive: true, localAddress: '127.0.0.3' } as object);
  for (let at = 0; at < 3 * PAGES.length; at += 1)
    if (!(await isServed(at))) throw new Error('a page is not served before the attack');

  const attack = fork(path.join(import.meta.dirname, 'attack.ts'), [url, `${connections}`, `${silent}`, ATTACKERS]);
  await wait(1000);
  const pages: number[] = [];
  const payments: number[] = [];
  const keys = new Set<string>();
  let pageFaults = 0;
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentBytes(pid));
  }, 500);
  const pay = async (at: number) => {
    const note = `overload ${connections} ${process.pid} ${at}`;
    if (await isPaid(office, { shopId, note, agent: staff })) keys.add(note);
  };
  await Promise.all([
    atRate(seconds, PAGES_A_SECOND, async (at) => {
      pages.push(
        await measureTime(async () => {
          if (!(await isServed(at))) pageFaults += 1;
        }),
      );
    }),
    atRate(seconds, PAYMENTS_A_SECOND, async (at) => {
      payments.push(await measureTime(() => pay(at)));
    }),
  ]);
  clearInterval(sampling);
  attack.send('stop');
  const [answered] = (await once(attack, 'message')) as [Record<string, number>];
  const recoveredMs = await measureTime(() => untilRendered(url, connections));
  const recorded = await listNotes(office);
  endReading();
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

function openReaders(url: string) {
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' } as object);
  const headers = { 'accept-encoding': 'gzip' };
  return {
    isServed: (at: number) =>
      sendRequest(url + PAGES[at % PAGES.length], { agent, headers }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    endReading: () => agent.destroy(),
  };
}

async function listNotes(office: Office): Promise<ReadonlySet<string>> {
  const listed = await office.get<{ payments: { note: string }[] }>('/api/payments/payments');
  return new Set(listed.payments.map(({ note }) => note));
}

async function isPaid(
  office: Office,
  { shopId, note, agent }: { shopId: string; note: string; agent: Agent },
): Promise<boolean> {
  const { status } = await sendRequest(`${office.server.url}/api/payments/by-shop/${shopId}`, {
    method: 'POST',
    agent,
    headers: {
      authorization: office.authorization,
      'content-type': 'application/json',
      'idempotency-key': note.replaceAll(' ', '-'),
    },
    content: JSON.stringify({ amountPaid: 1, paymentDate: office.today, note }),
  });
  return status === 200;
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
