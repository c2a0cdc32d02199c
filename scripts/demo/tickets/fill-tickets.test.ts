import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addMonths, dayInMonth, dayOf, type Instant, monthOf } from '#billing/calendar.ts';
import { connect } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { presentShift } from '#server/features/gate/present.ts';
import { listShifts, sumShifts } from '#server/features/gate/queries.ts';
import { compareSums } from '#server/features/tickets/compare-sums.ts';
import { fillTickets } from './fill-tickets.ts';
import { tellTickets } from './tell-tickets.ts';

const SEED = 1999;
const NOW = '2026-11-20T03:30:00.000Z' as Instant;

test('the demo has thirteen months of tickets up to this moment, each time the same', () => {
  const { sanitation, vehicles, shifts } = tellTickets({ seed: SEED, now: NOW });
  expect(tellTickets({ seed: SEED, now: NOW })).toEqual({ sanitation, vehicles, shifts });
  for (const tickets of [sanitation, vehicles]) {
    const times = tickets.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)?.slice(0, 10)).toBe('2026-11-20');
    expect(times.every((at) => at <= NOW)).toBe(true);
    expect(tickets[0]?.day).toBe(dayInMonth(monthOf(addMonths(dayOf(NOW), -13)), 1));
    expect(tickets.length).toBeGreaterThan(10_000);
    expect(tickets.some(({ voided }) => voided !== null)).toBe(true);
  }
  const numbers = [...sanitation, ...vehicles].flatMap(({ deviceNumber }) => deviceNumber ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(vehicles.every(({ vehicleNumber }) => /^[A-Z]{2} ZZ[A-Z]-\d{4}$/.test(vehicleNumber))).toBe(true);
});

test('on closed days and Sundays fewer come than on other days', () => {
  const { vehicles } = tellTickets({ seed: SEED, now: NOW });
  const cameOn = (day: string) => vehicles.filter((one) => one.day === day).length;
  // Vesak Poya, a Sunday and an ordinary Tuesday.
  expect(cameOn('2026-05-30')).toBeLessThan(10);
  expect(cameOn('2026-06-07')).toBeLessThan(cameOn('2026-06-09'));
});

test('what the demo writes is what the gate would have written: sums, numbers and shifts agree', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-demo-tickets-'));
  const database = connect({ databaseUrl: undefined, dataDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(database);
  await fillTickets(database, { seed: SEED, now: NOW });
  await fillTickets(database, { seed: SEED, now: NOW });
  const { sanitation, vehicles } = tellTickets({ seed: SEED, now: NOW });
  const standing = [...sanitation, ...vehicles].filter(({ voided }) => voided === null).length;
  expect(await compareSums(database)).toEqual({ tickets: standing, differences: [] });
  const rows = await listShifts(database.reader, {});
  const sums = await sumShifts(database.reader, rows);
  const shifts = rows.map((row) => presentShift(row, sums.get(row.id)));
  expect(shifts).toHaveLength(14);
  expect(shifts[0]).toMatchObject({ closed_at: null, difference: null });
  for (const { difference, reason, ticket_count } of shifts.slice(1)) {
    expect(difference === 0).toBe(reason === '');
    expect(ticket_count).toBeGreaterThan(0);
  }
});
