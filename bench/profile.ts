import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays, dayOf } from '#billing/calendar.ts';
import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { askAll } from './http-client.ts';
import { emptyCache } from './ratios.ts';

/**
 * `npm run bench:profile -- ADDRESS` measures answers that are not cached. In ADDRESS, `*` is replaced by the numbers 1
 * to 100, and DAY by each of the last 100 days.
 */
const ROUNDS = 8;
const ADDRESSES = 100;
const REQUESTS = ROUNDS * ADDRESSES;
const FUNCTIONS = 25;

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}

/** A profile of `node --cpu-prof`; deltas are in microseconds. */
interface Profile {
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
}

const [address] = process.argv.slice(2);
// Without `*` and DAY all requests would be for one address, which is cached.
if (address === undefined || !/\*|DAY/.test(address))
  throw new Error("Name an address with * or DAY, such as '/product/*/chart' or '/home-dailyprice?date=DAY'.");
const profiles = mkdtempSync(path.join(tmpdir(), 'pola-profile-'));
const demo = await prepareDemo();
const idle = await profileOf([]);
const lastDay = dayOf(systemClock.now());
const busy = await profileOf(
  Array.from({ length: ADDRESSES }, (_, at) =>
    address.replace('*', String(1 + at)).replace('DAY', addDays(lastDay, -at)),
  ),
);
demo.remove();
rmSync(profiles, { recursive: true, force: true });
const rows = [...busy].map(([name, us]) => ({ name, us: (us - (idle.get(name) ?? 0)) / REQUESTS }));
console.log(`${address}, ${REQUESTS} requests, microseconds a request beyond a start without any:`);
for (const { name, us } of rows.toSorted((one, other) => other.us - one.us).slice(0, FUNCTIONS))
  console.log(`${us.toFixed(0).padStart(6)}  ${name}`);

async function profileOf(addresses: string[]): Promise<Map<string, number>> {
  const folder = mkdtempSync(path.join(profiles, 'run-'));
  const product = await startProduct(demo.folder, { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
  for (let round = 0; round < ROUNDS; round += 1) {
    await emptyCache(demo.folder);
    await askAll(
      addresses.map((one) => product.url + one),
      {},
    );
  }
  await product.stop();
  const own = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Profile;
    const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, describe(callFrame)]));
    for (const [at, id] of samples.entries()) {
      const name = nameOf.get(id) ?? '';
      own.set(name, (own.get(name) ?? 0) + (timeDeltas[at] ?? 0));
    }
  }
  own.delete('(idle)');
  return own;
}

function describe({ functionName, url, lineNumber }: Frame): string {
  const file = url.split('/').slice(-2).join('/');
  return file === '' ? functionName : `${functionName || 'anonymous'} ${file}:${lineNumber + 1}`;
}
