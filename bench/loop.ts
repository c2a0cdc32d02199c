import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Role } from '#contract/roles.ts';
import { type Office, openDemoOffice, prepareDemo, proofOf } from '#scripts/demo/run-product.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { writePage } from './report.ts';

/**
 * `npm run bench:loop`: the longest turn of the event loop under each heavy call. LOOP_DEMO is a demo folder, which the
 * calls change.
 */
interface HeavyCall {
  role: 'admin' | 'superadmin' | 'visitor';
  method: string;
  what: string;
  address: string;
  body: string;
}

interface Measured {
  what: string;
  status: number;
  kilobytes: number;
  ms: number;
  longestMs: number;
}

const TARGET_MS = 50;
const ROUNDS = 3;

let values: Record<string, string> | undefined;

const calls = parse<HeavyCall>(readFileSync(path.join(import.meta.dirname, 'loop/calls.csv'), 'utf8'), {
  columns: true,
});
const wanted = process.argv[2] ?? '';
const given = process.env.LOOP_DEMO;
const demo = given === undefined ? await prepareDemo() : { folder: given, remove: () => {} };
const port = await freePort();
process.env.LOOP_PORT = String(port);
process.env.NODE_OPTIONS = `--import ${path.join(import.meta.dirname, 'loop/measure-turns.ts')}`;
try {
  const measured: Measured[] = [];
  for (const role of ['admin', 'superadmin'] as const)
    await inOffice(role, async (office) => {
      for (const call of calls.filter(({ role: of }) => of === role || (of === 'visitor' && role === 'admin')))
        if (call.what.includes(wanted)) measured.push(await measureCall(office, call, role));
    });
  measured.sort((one, other) => other.longestMs - one.longestMs);
  if (wanted === '') report(measured);
  const late = measured.filter(({ longestMs }) => longestMs > TARGET_MS);
  console.log(`${late.length} of ${measured.length} calls hold the event loop for more than ${TARGET_MS} ms.`);
} finally {
  demo.remove();
}

async function inOffice(role: Role, use: (office: Office) => Promise<void>): Promise<void> {
  const office = await openDemoOffice(demo.folder, role);
  try {
    await office.post('/api/admin/verify', proofOf(role));
    await use(office);
  } finally {
    await office.stop();
  }
}

/** The lowest counts: the first round compiles code and reads fonts. */
async function measureCall(office: Office, call: HeavyCall, role: Role): Promise<Measured> {
  const body = call.body.replace('{proof}', JSON.stringify(proofOf(role)));
  const headers = {
    ...(call.role !== 'visitor' && { authorization: office.authorization }),
    ...(body !== '' && { 'content-type': 'application/json' }),
  };
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = await fillIn(office, call.address, round);
    await readLongest();
    const began = performance.now();
    const answer = await fetch(office.server.url + address, {
      method: call.method,
      headers,
      ...(body !== '' && { body }),
    });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    const ms = performance.now() - began;
    const longestMs = await readLongest();
    rounds.push({ what: call.what, status: answer.status, kilobytes: bytes / 1024, ms, longestMs });
  }
  const lowest = rounds.reduce((one, other) => (other.longestMs < one.longestMs ? other : one));
  console.log(
    `${lowest.longestMs.toFixed(0).padStart(6)} ms of ${lowest.ms.toFixed(0).padStart(6)}  ${lowest.status}  ${call.what}`,
  );
  return lowest;
}

async function readLongest(): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
}

async function fillIn(office: Office, address: string, round: number): Promise<string> {
  values ??= await readValues(office);
  const ofRound = { ...values, round: String(round + 1), language: ['si', 'ta', 'en'][round] ?? 'en' };
  return Object.entries(ofRound).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), address);
}

async function readValues({ today, get }: Office): Promise<Record<string, string>> {
  const [shop] = await get<{ shop_id: string }[]>('/api/shops');
  const [product] = await get<{ code: string }[]>('/api/products');
  const { latest } = await get<{ latest: string }>(`/api/prices/days/${today}`);
  const [year = '', month = ''] = today.split('-');
  return {
    shop: shop?.shop_id ?? '',
    code: product?.code ?? '',
    today,
    newest: latest,
    year,
    month,
    lastYear: String(Number(year) - 1),
  };
}

function report(measured: readonly Measured[]): void {
  writePage('loop.md', {
    title: 'Event loop',
    intro: `\`npm run bench:loop\`: the longest time that the server looks at no other request during a call, on the demo market. Target: ${TARGET_MS} ms.`,
    head: ['call', 'longest turn, ms', 'whole call, ms', 'kB'],
    rows: measured.map((row) => [row.what, row.longestMs.toFixed(0), row.ms.toFixed(0), row.kilobytes.toFixed(0)]),
    end: 'The lowest of three rounds: the first compiles code and reads fonts, and other programs may hold the processor.',
  });
}
