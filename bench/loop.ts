import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { everyCall } from '#contract/every-call.ts';
import { type Office, proofOf } from '#scripts/demo/run-product.ts';
import { freePort } from '#scripts/setup/postgres.ts';
import { growTenfold } from './growth.ts';
import { inOffice, onCopy } from './harness.ts';
import { deleteThisMonth } from './ledgers.ts';
import { readValues } from './loop/values.ts';
import { markdownTableOf } from './report.ts';
import { fillBenchTickets } from './tickets.ts';

export interface MeasuredCall {
  role: 'admin' | 'superadmin' | 'visitor';
  /**
   * The largest market to measure. Calls that write use only the demo, because the copied ledgers of the tenfold market
   * have no valid seals.
   */
  market: 'demo' | 'tenfold';
  method: string;
  what: string;
  address: string;
  body: string;
  /** The HTTP status with which the server is expected to refuse the call; empty if the call must succeed. */
  refused: string;
}

interface Longest {
  clockMs: number;
  processorMs: number;
}

interface Measured extends Longest {
  what: string;
  status: number;
  kilobytes: number;
  ms: number;
}

const TARGET_MS = 50;
const ROUNDS = 3;
const SHOWN = 50;
/** In the market of the demo's size. */
const TICKETS_OF_A_KIND = 16_000;

/**
 * Returns the longest turn of the event loop during each call. The environment variable LOOP_ONLY is a pattern that
 * selects the calls to measure.
 */
export function measureLoop(demo: string): Promise<string[]> {
  const calls = readCalls();
  return watchingLoop(async (port) => {
    const [writes, reads] = (['demo', 'tenfold'] as const).map((market) =>
      calls.filter((call) => call.market === market),
    );
    const written = await onCopy(demo, async (copy) => {
      await deleteThisMonth(copy);
      return measureMarket(copy, writes ?? []);
    });
    const read = await onCopy(demo, (copy) => {
      fillBenchTickets(copy, TICKETS_OF_A_KIND);
      return measureMarket(copy, reads ?? []);
    });
    const readOfTen = await onCopy(demo, (copy) => {
      growTenfold(copy);
      fillBenchTickets(copy, 10 * TICKETS_OF_A_KIND);
      return measureMarket(copy, reads ?? []);
    });
    const ofTen = new Map(readOfTen.map((row) => [row.what, row]));
    return describe([...written, ...read].map((row) => ({ own: row, ofTen: ofTen.get(row.what) })));

    async function measureMarket(folder: string, all: readonly MeasuredCall[]) {
      const measured: Measured[] = [];
      const values = new Map<number, Record<string, string>>();
      for (const role of ['admin', 'superadmin'] as const) {
        const own = all.filter((call) => call.role === role || (call.role === 'visitor' && role === 'admin'));
        if (own.length === 0) continue;
        const measure = async (office: Office) => {
          await office.post('/api/admin/verify', proofOf(role));
          for (let round = 1; round <= ROUNDS; round += 1) values.set(round, readValues(folder, office, round));
          for (const call of own) measured.push(await measureCall(call, { office, values, port }));
        };
        await inOffice(folder, measure, role);
      }
      return measured;
    }
  });
}

export function readCalls(): MeasuredCall[] {
  const file = path.join(import.meta.dirname, 'loop/calls.csv');
  const calls = parse<MeasuredCall>(readFileSync(file, 'utf8'), { columns: true });
  const addresses = calls.filter(({ method }) => method === 'GET').map(({ address }) => address.replace(/\?.*/, ''));
  const missing = Object.values(everyCall)
    .flatMap((subject) => Object.values(subject))
    .filter(({ method, path: pattern }) => {
      const parts = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
      return method === 'GET' && !addresses.some((address) => parts.test(address));
    });
  if (missing.length > 0)
    throw new Error(`bench/loop/calls.csv is without ${missing.map(({ path: pattern }) => pattern).join(', ')}`);
  const only = process.env.LOOP_ONLY ?? '';
  return calls.filter(({ what }) => new RegExp(only).test(what));
}

interface Place {
  office: Office;
  /** The values that replace `{names}` in the calls, by round number, beginning with 1. */
  values: ReadonlyMap<number, Record<string, string>>;
  port: number;
}

/**
 * Returns the maximum of each figure over all rounds. The first round, which also compiles code and reads fonts, is
 * included.
 */
async function measureCall(call: MeasuredCall, { office, values, port }: Place): Promise<Measured> {
  const rounds: Measured[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ofRound = values.get(round) ?? {};
    const address = fillIn(call.address, ofRound);
    const body = fillIn(call.body, ofRound);
    const headers = {
      ...(call.role !== 'visitor' && { authorization: office.authorization }),
      ...(body !== '' && { 'content-type': contentTypeOf(body), accept: 'application/json, text/event-stream' }),
    };
    await readLongest(port);
    const began = performance.now();
    const answer = await fetch(office.server.url + address, {
      method: call.method,
      headers,
      ...(body !== '' && { body }),
    });
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    const ms = performance.now() - began;
    const longest = await readLongest(port);
    const isExpected = call.refused === '' ? answer.ok : String(answer.status) === call.refused;
    if (!isExpected) throw new Error(`${call.what}: ${call.method} ${address} answered ${answer.status}`);
    rounds.push({ what: call.what, status: answer.status, kilobytes: bytes / 1024, ms, ...longest });
  }
  const most = (of: (measured: Measured) => number) => Math.max(...rounds.map(of));
  const worst = {
    what: call.what,
    status: most(({ status }) => status),
    kilobytes: most(({ kilobytes }) => kilobytes),
    ms: most(({ ms }) => ms),
    clockMs: most(({ clockMs }) => clockMs),
    processorMs: most(({ processorMs }) => processorMs),
  };
  const turns = rounds.map(({ clockMs, processorMs }) => `${clockMs.toFixed(0)}/${processorMs.toFixed(0)}`).join(' ');
  console.log(`${turns.padEnd(24)} ms of ${worst.ms.toFixed(0).padStart(6)}  ${worst.status}  ${call.what}`);
  return worst;
}

/** Returns the type of a body. A body that is not JSON is a form, whose first line is its boundary. */
export function contentTypeOf(body: string): string {
  const [, boundary] = /^--(\w+)\r\n/.exec(body) ?? [];
  return boundary === undefined ? 'application/json' : `multipart/form-data; boundary=${boundary}`;
}

/** Measures with servers whose event loop is watched: `readLongest` of the port returns the longest turn since the last time. */
export async function watchingLoop<Result>(measure: (port: number) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const before = { ...process.env };
  process.env.LOOP_PORT = String(port);
  process.env.NODE_OPTIONS = `--import ${path.join(import.meta.dirname, 'loop/measure-turns.ts')}`;
  try {
    return await measure(port);
  } finally {
    process.env = before;
  }
}

export async function readLongest(port: number): Promise<Longest> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Longest;
}

export function fillIn(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
}

interface Row {
  /** At the size of the demo's market. */
  own: Measured;
  /** At ten times that size. Calls that write are measured only at the size of the demo's market. */
  ofTen: Measured | undefined;
}

function describe(rows: readonly Row[]): string[] {
  const isLate = ({ clockMs }: Longest) => clockMs > TARGET_MS;
  const late = rows.filter(({ own }) => isLate(own)).length;
  const lateOfTen = rows.filter(({ ofTen }) => ofTen && isLate(ofTen)).length;
  const worst = ({ own, ofTen }: Row) => Math.max(own.clockMs, ofTen?.clockMs ?? 0);
  const turn = (row: Measured | undefined) =>
    row ? [row.clockMs, row.processorMs].map((ms) => ms.toFixed(0)).join(' / ') : '';
  console.log(
    `${late} of ${rows.length} calls hold the event loop for more than ${TARGET_MS} ms, ${lateOfTen} with ten times the data.`,
  );
  return [
    `The longest time that the server looks at no other request during a call, in milliseconds by the clock and of the processor, the worst of ${ROUNDS} rounds after a start: the ${SHOWN} worst of ${rows.length} calls, among them every reading call of the contract. Target: ${TARGET_MS} ms by the clock, which ${late} miss, and ${lateOfTen} with ten times the shops, prices and tickets. The processor's time leaves out what other programs and the disk took.`,
    '',
    ...markdownTableOf(
      ['call', 'longest turn', 'whole call', 'longest turn, ten times the data', 'whole call', 'kB'],
      rows
        .toSorted((one, other) => worst(other) - worst(one))
        .slice(0, SHOWN)
        .map(({ own, ofTen }) => [
          own.what,
          turn(own),
          own.ms.toFixed(0),
          turn(ofTen),
          ofTen?.ms.toFixed(0) ?? '',
          (ofTen ?? own).kilobytes.toFixed(0),
        ]),
    ),
  ];
}
