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
import { fillMarket } from '../fill-demo.ts';
import { fillTickets, planTickets } from './fill-tickets.ts';

const SEED = 1999;
const NOW = '2026-11-20T03:30:00.000Z' as Instant;

test('the demo has tickets of this month and the three before, up to now, the same each time', {
  tags: ['slow'],
}, () => {
  const { sanitation, vehicles, shifts } = planTickets({ seed: SEED, now: NOW });
  expect(planTickets({ seed: SEED, now: NOW })).toEqual({ sanitation, vehicles, shifts });
  for (const tickets of [sanitation, vehicles]) {
    const times = tickets.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)?.slice(0, 10)).toBe('2026-11-20');
    expect(times.every((at) => at <= NOW)).toBe(true);
    expect(dayOf(tickets[0]?.at ?? NOW)).toBe(dayInMonth(monthOf(addMonths(dayOf(NOW), -3)), 1));
    expect(tickets.length).toBeGreaterThan(3000);
    expect(tickets.some(({ voided }) => voided !== undefined)).toBe(true);
  }
  const numbers = [...sanitation, ...vehicles].flatMap(({ deviceNumber }) => deviceNumber ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(vehicles.every(({ vehicleNumber }) => /^[A-Z]{2} ZZ[A-Z]-\d{4}$/.test(vehicleNumber))).toBe(true);
});

test('on closed days and Sundays fewer tickets are issued than on other days', () => {
  const { vehicles } = planTickets({ seed: SEED, now: NOW }, 6);
  const cameOn = (day: string) => vehicles.filter((one) => dayOf(one.at) === day).length;
  expect(cameOn('2026-05-30')).toBeLessThan(10);
  expect(cameOn('2026-06-07')).toBeLessThan(cameOn('2026-06-09'));
});

test('sums, numbers and shifts of the filled tickets agree', { tags: ['slow'] }, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pola-demo-tickets-'));
  const database = connect({ databaseUrl: undefined, dataDir });
  onTestFinished(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  await migrate(database);
  await fillMarket(database, { seed: SEED, years: 1, now: NOW, subjects: [(market) => fillTickets(market, 1)] });
  const { sanitation, vehicles } = planTickets({ seed: SEED, now: NOW }, 1);
  const standing = [...sanitation, ...vehicles].filter(({ voided }) => voided === undefined).length;
  expect(await compareSums(database)).toEqual({ tickets: standing, differences: [] });
  const rows = await listShifts(database.reader, {});
  const sums = await sumShifts(database.reader, rows);
  const shifts = rows.map((row) => presentShift(row, { sum: sums.get(row.id), role: 'manager' }));
  expect(shifts).toHaveLength(14);
  expect(shifts[0]).toMatchObject({ closed_at: null, difference: null });
  for (const { difference, reason, ticket_count } of shifts.slice(1)) {
    expect(difference === 0).toBe(reason === '');
    expect(ticket_count).toBeGreaterThan(0);
  }
});
