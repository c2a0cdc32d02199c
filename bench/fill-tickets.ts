import { DatabaseSync } from 'node:sqlite';
import { type Day, dayNumber } from '#billing/calendar.ts';
import { vehicleTypes } from '#contract/tickets.ts';
import { sqliteFile } from '#server/db/connect.ts';

/** Of each kind; both together are ten million. */
export const TICKETS_OF_A_KIND = 5_000_000;
/** Five years of this many sanitation tickets a day, and as many vehicles. */
export const TICKETS_A_DAY = 2738;
const SECONDS_BETWEEN = 23;

interface Index {
  name: string;
  sql: string;
}

/**
 * Fills a database that nobody serves with so many tickets of each kind, all sums and counts with them; the last are of the
 * day before `today`. Made inside the engine, without a journal, and the indexes afterwards: what would take an hour
 * ticket by ticket takes a minute. Tickets that were there are gone.
 */
export function fillTickets(dataDir: string, today: Day, ofAKind: number = TICKETS_OF_A_KIND): void {
  const db = new DatabaseSync(sqliteFile(dataDir));
  try {
    db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
      pragma cache_size = -200000; pragma temp_store = memory;`);
    const indexes = listIndexes(db);
    for (const { name } of indexes) db.exec(`drop index ${name}`);
    db.exec('begin');
    for (const table of ['sanitation_tickets', 'vehicle_tickets', 'ticket_sums', 'device_numbers']) {
      db.exec(`delete from ${table}`);
    }
    makeTimes(db, today, Math.ceil(ofAKind / TICKETS_A_DAY));
    insertTickets(db);
    for (const { sql } of indexes) db.exec(sql);
    sumTickets(db);
    db.exec('commit; pragma journal_mode = wal;');
  } finally {
    db.close();
  }
}

function listIndexes(db: DatabaseSync): Index[] {
  return db
    .prepare(
      `select name, sql from sqlite_master
        where type = 'index' and sql is not null and tbl_name in ('sanitation_tickets', 'vehicle_tickets')`,
    )
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

/** The days, and the times of the tickets of a day: from half past five in Colombo, which is midnight UTC, for 17 hours. */
function makeTimes(db: DatabaseSync, today: Day, days: number): void {
  const first = dayNumber(today) - days;
  const counting = (below: number) => `with recursive numbers (n) as
    (select 0 union all select n + 1 from numbers where n < ${below - 1})`;
  db.exec(`create temp table days as ${counting(days)}
    select n, date((${first} + n) * 86400, 'unixepoch') as day from numbers`);
  db.exec(`create temp table times as ${counting(TICKETS_A_DAY)}
    select n, strftime('T%H:%M:%fZ', n * ${SECONDS_BETWEEN}, 'unixepoch') as time from numbers`);
}

function insertTickets(db: DatabaseSync): void {
  const issued = `select days.n * ${TICKETS_A_DAY} + times.n as n, day, day || time as at,
      case times.n % 3 when 0 then 'tiketing@example.com' when 1 then 'gate@example.com' else 'toilets@example.com' end as who
    from days cross join times`;
  db.exec(`insert into sanitation_tickets
      (cents, count, issued_day, issued_at, issued_by, device_number, created_at, updated_at)
    select case n % 5 when 0 then 10000 else 2000 end, case n % 5 when 0 then n / 5 + 1 else n - n / 5 end,
      day, at, who, case n % 4 when 0 then 'K' || (n + 1) end, at, at from (${issued})`);
  const type = vehicleTypes.map((name, index) => `when ${index} then '${name}'`).join(' ');
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
  db.exec(`insert into device_numbers select device_number from sanitation_tickets
    where device_number is not null order by device_number`);
  db.exec(`update sanitation_counts
    set last = (select count(*) from sanitation_tickets where sanitation_tickets.cents = sanitation_counts.cents)`);
}
