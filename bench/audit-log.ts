import type { DatabaseSync } from 'node:sqlite';
import { addDays, type Day, day, dayNumber, dayOf } from '#billing/calendar.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import {
  fillTables,
  inOffice,
  measureMeanwhile,
  measureOnCopy,
  measureReads,
  type Read,
  type WaitingWork,
} from './harness.ts';
import { quantile } from './statistics.ts';

const ENTRIES = 1_000_000;
const ENTRIES_A_DAY = 548;
const SECONDS_BETWEEN = 110;
const SHOPS = 144;
const ROUNDS = 9;
/** Of a hundred entries those below a number have its type; the last one is a correction. */
const TYPES = [
  [80, 'Ticket Issued'],
  [85, 'Signed In'],
  [88, 'Receipt Printed'],
  [93, 'Payment Made'],
  [97, 'Invoice Generated'],
  [98, 'Fine Applied'],
  [99, 'Price Changed'],
] as const;

/** Measures how long an auditor waits for an audit log of a million entries. */
export function measureAuditLog(folder: string): Promise<WaitingWork[]> {
  return measureOnCopy(folder, (copy) => {
    const firstDay = dayNumber(dayOf(systemClock.now())) - Math.ceil(ENTRIES / ENTRIES_A_DAY);
    fillTables(copy, ['audit_log', 'audit_counts'], {
      insert: (db) => insertEntries(db, firstDay),
      summarise: (db) =>
        db.exec(`insert into audit_counts select date(event_date, '+330 minutes'), event_type, count(*)
          from audit_log group by 1, 2`),
    });
    return inOffice(copy, async (office) => [
      ...(await measureReads(office, readsOf(day(office.today)), ROUNDS)),
      await measureSearch(office),
    ]);
  });
}

function readsOf(today: Day): Read[] {
  const period = (round: number, days: number) => {
    const end = addDays(today, -2 - round * 150);
    return `start_date=${addDays(end, -days)}&end_date=${end}`;
  };
  const read = (what: string, note: string, query: (round: number) => string) => ({
    ...{ what, note, targetMs: 100, addresses: (round: number) => [`/api/audit?${query(round)}&limit=10`] },
  });
  return [
    read('first page', 'all entries', () => 'page=1'),
    read('a page far back', '600,000 entries from the newest', (round) => `page=${60_000 + round * 997}`),
    read('first page of the commonest event type', 'four of five entries', () => 'event_type=Ticket+Issued'),
    read(
      'a page far back of that type',
      '500,000 entries from the newest',
      (round) => `event_type=Ticket+Issued&page=${50_000 + round * 997}`,
    ),
    read('first page of an event type of the specification', 'one of a hundred entries', () => 'event_type=Correction'),
    read('first page of a year', '200,000 entries', (round) => period(round, 365)),
    read('first page of a shop', 'one of 144, ignoring case', (round) => `shop_id=a${1 + round}`),
    read(
      'first page of a shop, type and year',
      'filters hold together',
      (round) => `shop_id=A${1 + round}&event_type=Payment+Made&${period(round, 365)}`,
    ),
    read('a search in a month', '16,000 entries are read', (round) => `search=T20_&${period(round, 29)}`),
    read(
      'a search in the corrections',
      '10,000 entries are read',
      (round) => `search=Correction+${round}&event_type=Correction`,
    ),
    read('a search in a shop', 'its entries are read', (round) => `search=kumari&shop_id=A${1 + round}`),
    { what: 'event types', addresses: () => ['/api/audit/event-types'], targetMs: 50, note: 'of the whole log' },
  ];
}

/** A search through the whole log has to read it; other requests must not wait for it. */
async function measureSearch(office: Office): Promise<WaitingWork> {
  const { longMs, waits } = await measureMeanwhile(
    () => office.fetch('/api/audit?search=nothing+like+it'),
    () => office.fetch('/api/audit'),
    20,
  );
  const note = `the search took ${(longMs / 1000).toFixed(1)} s`;
  return { what: 'first page, while the whole log is searched, p95', ms: quantile(waits, 0.95), targetMs: 250, note };
}

/** Entries of each day from midnight UTC; their chain of hashes is not measured, so it is not made. */
function insertEntries(db: DatabaseSync, firstDay: number): void {
  const type = TYPES.map(([below, name]) => `when n * 37 % 100 < ${below} then '${name}'`).join(' ');
  const seconds = `(${firstDay} + n / ${ENTRIES_A_DAY}) * 86400 + n % ${ENTRIES_A_DAY} * ${SECONDS_BETWEEN}`;
  db.exec(`insert into audit_log (event_date, event_type, event_description, shop_id, invoice_id, old_value, new_value,
      edit_reason, user_actioned, request_id, previous_hash, hash)
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${ENTRIES - 1}),
      events as (select n, case ${type} else 'Correction' end as type, 'A' || (1 + n % ${SHOPS}) as shop,
        strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch') as at from numbers)
    select at, type,
      case type when 'Ticket Issued' then 'Ticket T20_' || n when 'Signed In' then 'kumari@example.com signed in'
        else type || ' ' || n || ' of shop ' || shop end,
      case when type not in ('Ticket Issued', 'Signed In', 'Price Changed') then shop end,
      case when type = 'Invoice Generated' then 'INV-' || shop || '-' || n end,
      case when type in ('Price Changed', 'Correction') then '100 - ' || n end,
      case when type <> 'Signed In' then '20' end,
      case type when 'Correction' then 'The receipt book says otherwise, counted again by the cashier' end,
      case n % 3 when 0 then 'tiketing@example.com' when 1 then 'gate@example.com' else 'kumari@example.com' end,
      printf('00000000-0000-4000-8000-%012x', n), printf('%064x', n), printf('%064x', n + 1) from events`);
}
