import { setTimeout as wait } from 'node:timers/promises';
import { prepareDemo, startProduct } from '#scripts/demo/run-product.ts';
import { buildWeb } from '#scripts/serve.ts';
import { measureAuditLog } from './audit-log.ts';
import { measureBackup } from './backup.ts';
import { measureCentres } from './centres.ts';
import { measureFirstPage, measureStarts } from './first-page.ts';
import { measureGrowth } from './growth.ts';
import { residentBytes, startBare } from './harness.ts';
import { sendRequest } from './http-client.ts';
import { measureJournal } from './journal.ts';
import { measureLedgers } from './ledgers.ts';
import { measureLoop } from './loop.ts';
import { measurePeers } from './peers.ts';
import { measurePublication } from './publication.ts';
import { measureHistory, measureRatios } from './ratios.ts';
import { growthLines, markdownTableOf, officeLines, ratioLines, waitingLines, writeSection } from './report.ts';
import { measureSoak } from './soak.ts';
import { measureTickets } from './tickets.ts';
import { measureFirstLoads } from './web/first-loads.ts';
import { measureScreens } from './web/screens.ts';

/**
 * `npm run bench -- NAME...` measures the named parts and writes their sections of results.md. Without names it
 * measures every part that is not marked `isAlone`. BENCH_DEMO is a folder with a demo of five years, which is not
 * changed.
 */
interface Part {
  title: string;
  measure(demo: string): Promise<string[]>;
  isAlone?: true;
}

const PARTS: Record<string, Part> = {
  ratios: { title: 'Against a bare server', measure: measureServer },
  ledgers: {
    title: 'Ledgers',
    measure: async (demo) =>
      waitingLines(
        'Clock time over HTTP with 144 shops and five years of ledgers, SQLite with synchronous=FULL, a copy of the data for each.',
        await measureLedgers(demo),
      ),
  },
  journal: {
    title: 'The journal',
    measure: async (demo) =>
      waitingLines(
        'Clock time over HTTP with 144 shops and five years of ledgers, SQLite, a copy of the data. A turn is how long the server looks at no other request.',
        await measureJournal(demo),
      ),
  },
  growth: { title: 'Ten times the data', measure: async (demo) => growthLines(await measureGrowth(demo)) },
  'first-loads': {
    title: 'First loads',
    measure: async () => [
      'Scripts and style sheets before a page is complete, with an empty cache. Brotli, kB of 1,000 bytes.',
      '',
      ...markdownTableOf(['page', 'scripts, kB', 'files', 'style sheets, kB'], measureFirstLoads()),
    ],
  },
  office: { title: 'The back office', measure: async (demo) => officeLines(await measureScreens(demo)) },
  tickets: {
    title: 'Tickets',
    measure: async (demo) =>
      waitingLines(
        'Clock time over HTTP with ten million tickets of five years, half of them for vehicles, SQLite with synchronous=FULL.',
        await measureTickets(demo),
      ),
  },
  'audit-log': {
    title: 'The audit log',
    measure: async (demo) =>
      waitingLines(
        'Clock time over HTTP with a million audit entries of five years, four of five for tickets, SQLite with synchronous=FULL.',
        await measureAuditLog(demo),
      ),
  },
  backup: {
    title: 'The backup',
    measure: async (demo) =>
      waitingLines(
        'Clock time with a million tickets of half a year and five years of ledgers, SQLite; the copy is made beside the server.',
        await measureBackup(demo),
      ),
  },
  loop: { title: 'The event loop', measure: measureLoop },
  publication: { title: 'A publication', measure: measurePublication },
  'first-page': {
    title: 'From a clone to the first page',
    measure: async () =>
      waitingLines(
        'Clock time in a new clone of the commit, with the files that npm stored in earlier installations.',
        await measureFirstPage(),
      ),
  },
  centres: { title: 'Other centres', measure: measureCentres, isAlone: true },
  peers: { title: 'Peers', measure: measurePeers, isAlone: true },
  soak: { title: 'Half an hour of traffic', measure: measureSoak, isAlone: true },
};

const titles = Object.values(PARTS).map(({ title }) => title);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}. What can be measured: ${Object.keys(PARTS).join(', ')}.`);
const given = process.env.BENCH_DEMO;
if (given !== undefined) await buildWeb();
const demo = given === undefined ? await prepareDemo() : { folder: given, remove: () => {} };
try {
  for (const [name, { title, measure, isAlone }] of Object.entries(PARTS))
    if (named.length === 0 ? !isAlone : named.includes(name)) {
      console.log(`\n${title}`);
      writeSection(title, await measure(demo.folder), titles);
    }
  console.log('\nbench/results.md is written.');
} finally {
  demo.remove();
}

async function measureServer(folder: string): Promise<string[]> {
  const product = await startProduct(folder);
  const bare = await startBare();
  try {
    const ratios = await measureRatios({ product, bare, dataDir: folder });
    const chart = await sendRequest(`${product.url}/api/prices/product/1/series`);
    const history = await measureHistory({ product, dataDir: folder });
    await wait(2000);
    const resident = residentBytes(product.pid);
    await product.stop();
    const notes = [
      await measureStarts(folder),
      `- resident memory, idle after that data was read: ${Math.round(resident / 1024 / 1024)} MB (target 190)`,
      `- chart of 5 years before compression: ${(chart.body.length / 1024).toFixed(1)} kB (target 64)`,
      history,
    ];
    console.log(notes.join('\n'));
    return ratioLines(ratios, notes);
  } finally {
    await product.stop();
    await bare.stop();
  }
}
