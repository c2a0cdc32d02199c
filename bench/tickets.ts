import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { dayNumber, dayOf } from '#billing/calendar.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import {
  fillTables,
  inOffice,
  measureMeanwhile,
  measureOnCopy,
  measureReads,
  measureSteadily,
  median,
  STEADY_CALLS,
  timesOf,
  type WaitingWork,
} from './harness.ts';

const TICKETS_OF_A_KIND = 5_000_000;
const TICKETS_A_DAY = 2738;
const SECONDS_BETWEEN = 23;
const ROUNDS = 9;
const AT_ONCE = 50;

export function measureTickets(folder: string): Promise<WaitingWork[]> {
  return measureOnCopy(folder, (copy) => {
    fillBenchTickets(copy);
    // The disk must be idle; otherwise a ticket would wait for earlier writes.
    execFileSync('sync');
    return inOffice(copy, async (office) => [
      ...(await measureReads(office, 'tickets', ROUNDS)),
      await measureSearch(office),
      await measureSteadily('ticket issued with FULL durability, p99', 50, (at) => issue(office, at)),
      await measureCrowd(office),
    ]);
  });
}

const measureSearch = (office: Office) =>
  measureMeanwhile(
    { what: 'cards, while all vehicles are searched', targetMs: 250, pauseMs: 20 },
    () => office.fetch('/api/vehicle-tickets/by-date?vehicleNumber=CAB-1234&page=1&limit=10'),
    () => office.fetch('/api/sanitation/breakdown'),
  );

function issue(office: Office, at: number): Promise<unknown> {
  const key = { 'idempotency-key': randomUUID() };
  const device_number = `B-${at + 1}`;
  if (at % 2 === 0) return office.post('/api/sanitation', { price: at % 4 === 0 ? 20 : 100, device_number }, key);
  const vehicle = { vehicleNumber: `NB ${at}`, vehicleType: 'Van', ticketPrice: 100, device_number };
  return office.post('/api/vehicle-tickets', vehicle, key);
}

async function measureCrowd(office: Office): Promise<WaitingWork> {
  const times = await timesOf(ROUNDS, 1, (_, round) =>
    Promise.all(Array.from({ length: AT_ONCE }, (__, at) => issue(office, STEADY_CALLS + round * AT_ONCE + at))),
  );
  const note = `${((AT_ONCE * 1000) / median(times)).toFixed(0)} a second`;
  return { what: 'fifty tickets at once, until the last is issued', ms: median(times), targetMs: 1000, note };
}

/** Adds tickets up to and including yesterday. The database must not be in use by a server. */
export function fillBenchTickets(dataDir: string, ofAKind = TICKETS_OF_A_KIND): void {
  const days = Math.ceil(ofAKind / TICKETS_A_DAY);
  const firstDay = dayNumber(dayOf(systemClock.now())) - days;
  fillTables(
    dataDir,
    ['sanitation_tickets', 'vehicle_tickets', 'ticket_sums', 'shift_sums', 'arrivals', 'device_numbers'],
    {
      insert: (db) => insertTickets(db, firstDay, days),
      summarise: sumTickets,
    },
  );
}

function insertTickets(db: DatabaseSync, firstDay: number, days: number): void {
  const counting = (below: number) => `with recursive numbers (n) as
    (select 0 union all select n + 1 from numbers where n < ${below - 1})`;
  db.exec(`create temp table days as ${counting(days)}
    select n, date((${firstDay} + n) * 86400, 'unixepoch') as day from numbers`);
  db.exec(`create temp table times as ${counting(TICKETS_A_DAY)}
    select n, strftime('T%H:%M:%fZ', n * ${SECONDS_BETWEEN}, 'unixepoch') as time from numbers`);
  const issued = `select days.n * ${TICKETS_A_DAY} + times.n as n, day, day || time as at,
      case times.n % 3 when 0 then 'tiketing@example.com' when 1 then 'gate@example.com' else 'toilets@example.com' end as who
    from days cross join times`;
  db.exec(`insert into sanitation_tickets
      (cents, count, issued_day, issued_at, issued_by, device_number, created_at, updated_at)
    select case n % 5 when 0 then 10000 else 2000 end, case n % 5 when 0 then n / 5 + 1 else n - n / 5 end,
      day, at, who, case n % 4 when 0 then 'K' || (n + 1) end, at, at from (${issued})`);
  const type = firstVehicleTypes.map(({ name }, index) => `when ${index} then '${name}'`).join(' ');
  db.exec(`insert into vehicle_tickets
      (cents, vehicle_number, vehicle_type, issued_day, issued_at, issued_by, created_at, updated_at)
    select 5000 * (1 + n % 5), 'WP CAB-' || (1000 + n * 7919 % 9000), case n % 5 ${type} end,
      day, at, who, at, at from (${issued})`);
}

function sumTickets(db: DatabaseSync): void {
  db.exec(`insert into ticket_sums select 'sanitation', issued_day, cents / 100, count(*), sum(cents)
    from sanitation_tickets group by issued_day, cents`);
  db.exec(`insert into ticket_sums select 'vehicle', issued_day, vehicle_type, count(*), sum(cents)
    from vehicle_tickets group by issued_day, vehicle_type`);
  db.exec(`insert into shift_sums select issued_day, '', issued_by, 0, count(*), sum(cents) from (
    select issued_day, issued_by, cents from sanitation_tickets
    union all select issued_day, issued_by, cents from vehicle_tickets) group by issued_day, issued_by`);
  db.exec(`insert into arrivals (day, hour, vehicle_type, tickets)
    select issued_day, strftime('%H', issued_at, '+330 minutes') + 0, vehicle_type, count(*)
    from vehicle_tickets group by 1, 2, 3`);
  db.exec(`insert into device_numbers select device_number from sanitation_tickets
    where device_number is not null order by device_number`);
  db.exec(`update sanitation_counts
    set last = (select count(*) from sanitation_tickets where sanitation_tickets.cents = sanitation_counts.cents)`);
}
