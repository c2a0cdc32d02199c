import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, addMonths, day } from '#billing/calendar.ts';
import { inOffice, onCopy, timeOf, type Waiting } from './books.ts';
import { fillTickets, TICKETS_A_DAY, TICKETS_OF_A_KIND } from './fill-tickets.ts';
import { median, quantile } from './median.ts';
import type { Office } from './office.ts';

/** Ten million tickets on SQLite: how long the cards, the lists and the gate wait. Clock time over HTTP of a real server. */

const ROUNDS = 9;
const ISSUES = 600;
const ISSUES_A_SECOND = 20;
const AT_ONCE = 50;

/** All figures of the tickets, on a copy of a data folder that nobody serves now. */
export async function measureTickets(folder: string): Promise<Waiting[]> {
  const figures = await onCopy(folder, async (copy) => {
    const today = await inOffice(copy, async (office) => day(office.today));
    const seconds = (await timeOf(async () => fillTickets(copy, today))) / 1000;
    // Else the disk is still busy with those gigabytes while each ticket waits for its own few bytes.
    execFileSync('sync');
    console.log(`${2 * TICKETS_OF_A_KIND} tickets were made in ${seconds.toFixed(0)} s`);
    return inOffice(copy, async (office) => [
      ...(await measureReads(office)),
      await measureSearch(office),
      await measureIssues(office),
      await measureCrowd(office),
    ]);
  });
  for (const { what, ms, targetMs, note } of figures) {
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms (target ${targetMs})  ${note}`);
  }
  return figures;
}

interface Read {
  what: string;
  /** Asked one after the other, as a screen would. */
  addresses: (round: number) => string[];
  targetMs: number;
  note: string;
}

function readsOf(office: Office): Read[] {
  const today = day(office.today);
  const daysBack = (round: number) => addDays(today, -1 - round * 200);
  const whole = `all ${TICKETS_A_DAY} of it`;
  const range = (round: number) => `startDate=${addMonths(daysBack(round), -7)}&endDate=${daysBack(round)}`;
  return [
    {
      what: 'sanitation: cards and table of all months',
      ...{ addresses: () => ['/api/sanitation/breakdown'], targetMs: 50, note: 'one call' },
    },
    {
      what: 'vehicles: both cards',
      addresses: () => ['/api/vehicle-tickets/daily-income', '/api/vehicle-tickets/monthly-income'],
      ...{ targetMs: 50, note: 'two calls; five years of days' },
    },
    {
      what: "sanitation: a day's list",
      addresses: (round) => [`/api/sanitation/by-date?date=${daysBack(round)}`],
      ...{ targetMs: 100, note: whole },
    },
    {
      what: "vehicles: a day's list",
      addresses: (round) => [`/api/vehicle-tickets/by-date?date=${daysBack(round)}`],
      ...{ targetMs: 100, note: whole },
    },
    {
      what: "vehicles: a search in a day's list",
      addresses: (round) => [
        `/api/vehicle-tickets/by-date?date=${daysBack(round)}&vehicleNumber=cab-1&page=1&limit=10`,
      ],
      ...{ targetMs: 100, note: 'first page of 10' },
    },
    {
      what: 'sanitation: a page far back in all of a price',
      addresses: (round) => [`/api/sanitation/by-date?price=20&page=${30_000 + round * 997}&limit=100`],
      ...{ targetMs: 100, note: 'three million tickets from the newest' },
    },
    {
      what: 'sanitation: monthly income of a range and price',
      addresses: (round) => [`/api/sanitation/monthly-income?${range(round)}&price=20`],
      ...{ targetMs: 50, note: 'seven months, exact days' },
    },
    {
      what: 'check by number',
      addresses: (round) =>
        [`T20_${3_000_000 + round}`, `V${4_000_000 + round}`, `K-${1 + 400_000 * round}`].map(
          (number) => `/api/gate/check/${number}`,
        ),
      ...{ targetMs: 20, note: 'three calls: of the server, of a vehicle, of a phone' },
    },
  ];
}

/** Each as the median of nine after one that warms up, most on other days each time. */
async function measureReads(office: Office): Promise<Waiting[]> {
  const figures: Waiting[] = [];
  for (const { what, addresses, targetMs, note } of readsOf(office)) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      times.push(
        await timeOf(async () => {
          for (const address of addresses(round)) await office.fetch(address);
        }),
      );
    }
    const measured = times.slice(1);
    figures.push({
      what,
      ms: median(measured),
      targetMs,
      note: `${note}; slowest ${Math.max(...measured).toFixed(1)}`,
    });
  }
  return figures;
}

/** A search through all tickets of a kind is slow; what counts is that everybody else goes on meanwhile. */
async function measureSearch(office: Office): Promise<Waiting> {
  let isOver = false;
  const search = timeOf(() =>
    office.fetch('/api/vehicle-tickets/by-date?vehicleNumber=CAB-1234&page=1&limit=10'),
  ).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    waits.push(await timeOf(() => office.fetch('/api/sanitation/breakdown')));
    await wait(20);
  }
  const note = `the search took ${((await search) / 1000).toFixed(1)} s`;
  return { what: 'cards, while all vehicles are searched, p95', ms: quantile(waits, 0.95), targetMs: 250, note };
}

function issue(office: Office, at: number): Promise<unknown> {
  const key = { 'idempotency-key': randomUUID() };
  const device_number = `B-${at + 1}`;
  return at % 2 === 0
    ? office.post('/api/sanitation', { price: at % 4 === 0 ? 20 : 100, device_number }, key)
    : office.post(
        '/api/vehicle-tickets',
        { vehicleNumber: `NB ${at}`, vehicleType: 'Van', ticketPrice: 100, device_number },
        key,
      );
}

/** Tickets at a steady pace, whether the ones before are answered or not; each waits from when it was due. */
async function measureIssues(office: Office): Promise<Waiting> {
  for (let at = 0; at < ISSUES_A_SECOND; at += 1) await issue(office, at);
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: ISSUES }, async (_, at) => {
      const due = (at * 1000) / ISSUES_A_SECOND;
      await wait(due);
      await issue(office, ISSUES_A_SECOND + at);
      return performance.now() - began - due;
    }),
  );
  const note = `p50 ${quantile(times, 0.5).toFixed(1)}, slowest ${Math.max(...times).toFixed(1)}; ${ISSUES} at ${ISSUES_A_SECOND} a second`;
  return { what: 'ticket issued with FULL durability, p99', ms: quantile(times, 0.99), targetMs: 50, note };
}

/** Fifty gates that issue at the same moment. */
async function measureCrowd(office: Office): Promise<Waiting> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = ISSUES_A_SECOND + ISSUES + round * AT_ONCE;
    times.push(await timeOf(() => Promise.all(Array.from({ length: AT_ONCE }, (_, at) => issue(office, from + at)))));
  }
  const perSecond = (AT_ONCE * 1000) / median(times);
  return {
    what: 'fifty tickets at once, until the last is issued',
    ms: median(times),
    targetMs: 1000,
    note: `${perSecond.toFixed(0)} a second`,
  };
}
