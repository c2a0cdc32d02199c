import { DatabaseSync } from 'node:sqlite';
import { type Day, dayNumber } from '#billing/calendar.ts';
import { sqliteFile } from '#server/db/connect.ts';

export const ENTRIES = 1_000_000;
/** Five years of this many entries a day. */
const ENTRIES_A_DAY = 548;
const SECONDS_BETWEEN = 110;
const SHOPS = 144;

/** What became of the entries: the first hundred are shared out by these numbers. */
const TYPES = [
  [80, 'Ticket Issued'],
  [85, 'Signed In'],
  [88, 'Receipt Printed'],
  [93, 'Payment Made'],
  [97, 'Invoice Generated'],
  [98, 'Fine Applied'],
  [99, 'Price Changed'],
] as const;

/**
 * Fills the audit log of a database that nobody serves with a million entries of five years, the last of the day before
 * `today`, four of five of them tickets, and their counts. Entries that were there are gone, and the made ones follow from
 * nothing: the chain is not what is measured.
 */
export function fillAuditLog(dataDir: string, today: Day): void {
  const db = new DatabaseSync(sqliteFile(dataDir));
  try {
    db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
      pragma cache_size = -200000; pragma temp_store = memory;`);
    const indexes = db
      .prepare(
        "select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name = 'audit_log'",
      )
      .all();
    for (const { name } of indexes) db.exec(`drop index ${String(name)}`);
    db.exec('begin; delete from audit_log; delete from audit_counts;');
    insertEntries(db, dayNumber(today) - Math.ceil(ENTRIES / ENTRIES_A_DAY));
    for (const { sql } of indexes) db.exec(String(sql));
    db.exec(`insert into audit_counts select date(event_date, '+330 minutes'), event_type, count(*)
      from audit_log group by 1, 2`);
    db.exec('commit; pragma journal_mode = wal;');
  } finally {
    db.close();
  }
}

/** Entries from midnight UTC of each day on, in the words of the acts. */
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
