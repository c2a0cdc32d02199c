import type { DatabaseSync } from 'node:sqlite';
import { dayNumber, dayOf } from '#billing/calendar.ts';
import type { Office } from '#scripts/demo/run-product.ts';
import { systemClock } from '#server/clock.ts';
import { fillTables, inOffice, measureMeanwhile, measureOnCopy, measureReads, type WaitingWork } from './harness.ts';

const ENTRIES = 1_000_000;
const ENTRIES_A_DAY = 548;
const SECONDS_BETWEEN = 110;
const SHOPS = 144;
const ROUNDS = 9;
const TYPES = [
  [80, 'Ticket Issued'],
  [85, 'Signed In'],
  [88, 'Receipt Printed'],
  [93, 'Payment Made'],
  [97, 'Invoice Generated'],
  [98, 'Fine Applied'],
  [99, 'Price Changed'],
] as const;

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
      ...(await measureReads(office, 'audit', ROUNDS)),
      await measureSearch(office),
    ]);
  });
}

const measureSearch = (office: Office) =>
  measureMeanwhile(
    { what: 'first page, while the whole log is searched', targetMs: 250, pauseMs: 20 },
    () => office.fetch('/api/audit?search=nothing+like+it'),
    () => office.fetch('/api/audit'),
  );

/** Adds audit entries. Their hashes are invented and form no chain, because no measurement checks them. */
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
  db.exec('update audit_head set newest_id = (select max(id) from audit_log)');
}
