import { setTimeout as wait } from 'node:timers/promises';
import { addDays, day } from '#billing/calendar.ts';
import { inOffice, onCopy, timeOf, type Waiting } from './books.ts';
import { ENTRIES, fillAuditLog } from './fill-audit-log.ts';
import { median, quantile } from './median.ts';
import type { Office } from './office.ts';

/** A million audit entries on SQLite: how long the log lets an auditor wait. Clock time over HTTP of a real server. */

const ROUNDS = 9;

/** All figures of the log, on a copy of a data folder that nobody serves now. */
export async function measureAuditLog(folder: string): Promise<Waiting[]> {
  const figures = await onCopy(folder, async (copy) => {
    const today = await inOffice(copy, async (office) => day(office.today));
    const seconds = (await timeOf(async () => fillAuditLog(copy, today))) / 1000;
    console.log(`${ENTRIES} audit entries were made in ${seconds.toFixed(0)} s`);
    return inOffice(copy, async (office) => [...(await measureReads(office)), await measureSearch(office)]);
  });
  for (const { what, ms, targetMs, note } of figures) {
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms (target ${targetMs})  ${note}`);
  }
  return figures;
}

interface Read {
  what: string;
  address: (round: number) => string;
  targetMs: number;
  note: string;
}

function readsOf(office: Office): Read[] {
  const back = (round: number, days = 0) => addDays(day(office.today), -2 - round * 150 - days);
  const log = (query: string) => `/api/audit?${query}&limit=10`;
  return [
    { what: 'first page', address: () => log('page=1'), targetMs: 100, note: 'all entries' },
    {
      what: 'a page far back',
      address: (round) => log(`page=${60_000 + round * 997}`),
      ...{ targetMs: 100, note: '600,000 entries from the newest' },
    },
    {
      what: 'first page of the commonest event type',
      address: () => log('event_type=Ticket+Issued'),
      ...{ targetMs: 100, note: 'four of five entries' },
    },
    {
      what: 'a page far back of that type',
      address: (round) => log(`event_type=Ticket+Issued&page=${50_000 + round * 997}`),
      ...{ targetMs: 100, note: '500,000 entries from the newest' },
    },
    {
      what: 'first page of an event type of the specification',
      address: () => log('event_type=Correction'),
      ...{ targetMs: 100, note: 'one of a hundred entries' },
    },
    {
      what: 'first page of a year',
      address: (round) => log(`start_date=${back(round, 365)}&end_date=${back(round)}`),
      ...{ targetMs: 100, note: '200,000 entries' },
    },
    {
      what: 'first page of a shop',
      address: (round) => log(`shop_id=a${1 + round}`),
      ...{ targetMs: 100, note: 'one of 144, ignoring case' },
    },
    {
      what: 'first page of a shop, type and year',
      address: (round) =>
        log(`shop_id=A${1 + round}&event_type=Payment+Made&start_date=${back(round, 365)}&end_date=${back(round)}`),
      ...{ targetMs: 100, note: 'filters hold together' },
    },
    {
      what: 'a search in a month',
      address: (round) => log(`search=T20_&start_date=${back(round, 29)}&end_date=${back(round)}`),
      ...{ targetMs: 100, note: '16,000 entries are read' },
    },
    {
      what: 'a search in the corrections',
      address: (round) => log(`search=Correction+${round}&event_type=Correction`),
      ...{ targetMs: 100, note: '10,000 entries are read' },
    },
    {
      what: 'a search in a shop',
      address: (round) => log(`search=kumari&shop_id=A${1 + round}`),
      ...{ targetMs: 100, note: 'its entries are read' },
    },
    { what: 'event types', address: () => '/api/audit/event-types', targetMs: 50, note: 'of the whole log' },
  ];
}

/** Each as the median of nine after one that warms up, most on other days each time. */
async function measureReads(office: Office): Promise<Waiting[]> {
  const figures: Waiting[] = [];
  for (const { what, address, targetMs, note } of readsOf(office)) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) times.push(await timeOf(() => office.fetch(address(round))));
    const measured = times.slice(1);
    const slowest = Math.max(...measured).toFixed(1);
    figures.push({ what, ms: median(measured), targetMs, note: `${note}; slowest ${slowest}` });
  }
  return figures;
}

/** A search through the whole log has to read it; what counts is that everybody else goes on meanwhile. */
async function measureSearch(office: Office): Promise<Waiting> {
  let isOver = false;
  const search = timeOf(() => office.fetch('/api/audit?search=nothing+like+it')).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await timeOf(() => office.fetch('/api/audit')));
    await wait(20);
  }
  const note = `the search took ${((await search) / 1000).toFixed(1)} s`;
  return { what: 'first page, while the whole log is searched, p95', ms: quantile(waits, 0.95), targetMs: 250, note };
}
