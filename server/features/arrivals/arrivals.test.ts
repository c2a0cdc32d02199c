/** @module-tag postgres */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, dayOf, instantOf, timeOf } from '#billing/calendar.ts';
import { type ArrivalDay, arrivals } from '#contract/arrivals.ts';
import type { Answer } from '#contract/call.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { openData } from '#contract/open-data.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { colombo } from '../../testing/office.ts';
import { compareSums } from '../tickets/compare-sums.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
type Arrivals = Answer<typeof arrivals.list>;

const read = async (gate: TestGate, query = ''): Promise<Arrivals> =>
  (await gate.app.send({ url: `/api/v1/arrivals${query}` })).json();
const dayIn = async (gate: TestGate, date: string) =>
  (await read(gate, `?from=${date}&to=${date}`)).days.find((one) => one.date === date);

async function arrive(gate: TestGate, count: number, body: Record<string, unknown> = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await gate.issueVehicle(body)).ticketId);
  return ids;
}

async function cancel(gate: TestGate, id: number): Promise<void> {
  await gate.ask(vehicleTickets.remove, { role: 'manager', params: { id: String(id) }, body: { reason: 'Twice' } });
}

let phones = 0;
const late = (issued_at: string) => {
  phones += 1;
  return { issued_at, device_number: `K-${phones}` };
};

test('vehicles are counted by type and by hour in Colombo, and fewer than five only with others', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '05:59:59.999');
  await arrive(gate, 6, { vehicleType: 'Lorry' });
  gate.goTo(GATE_DAY, '06:00:00.000');
  await arrive(gate, 7, { vehicleType: 'Lorry' });
  await arrive(gate, 5, { vehicleType: 'Van' });
  gate.goTo(GATE_DAY, '07:30:00.000');
  await arrive(gate, 2, { vehicleType: 'Lorry' });
  expect(await read(gate)).toEqual({
    as_of: colombo(GATE_DAY, '07:30:00.000'),
    days: [
      {
        date: GATE_DAY,
        total: 20,
        changed_at: null,
        counts: [
          { vehicle_type: 'Lorry', hour: null, count: 15 },
          { vehicle_type: 'Van', hour: 6, count: 5 },
        ],
      },
    ],
  });
  await arrive(gate, 8, { vehicleType: 'Lorry' });
  await arrive(gate, 1, { vehicleType: 'Car' });
  expect((await dayIn(gate, GATE_DAY))?.counts).toEqual([
    { vehicle_type: 'other', hour: 5, count: 6 },
    { vehicle_type: 'other', hour: 6, count: 12 },
    { vehicle_type: 'other', hour: 7, count: 11 },
  ]);
});

test('a day with fewer than five vehicles is left out like one with none', async () => {
  const gate = await openTestGate();
  const ids = await arrive(gate, 5);
  expect((await read(gate)).days.map(({ total }) => total)).toEqual([5]);
  await cancel(gate, ids[0] ?? 0);
  gate.app.clock.advance(15 * MINUTE_MS);
  expect((await read(gate)).days).toEqual([]);
});

test('a late ticket of a phone moves its own day, which then names the time of the change; so does a later cancellation', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '23:00:00.000');
  const [first = 0] = await arrive(gate, 6);
  await cancel(gate, first);
  expect(await dayIn(gate, GATE_DAY)).toMatchObject({ total: 5, changed_at: null });
  const next = addDays(GATE_DAY as Day, 1);
  gate.goTo(next, '09:00:00.000');
  const { ticketId } = await gate.issueVehicle(late(colombo(GATE_DAY, '23:59:59.999')));
  expect(await dayIn(gate, GATE_DAY)).toMatchObject({ total: 6, changed_at: colombo(next, '09:00:00.000') });
  gate.goTo(next, '10:00:00.000');
  await cancel(gate, ticketId);
  expect(await dayIn(gate, GATE_DAY)).toMatchObject({ total: 5, changed_at: colombo(next, '10:00:00.000') });
  await gate.expectSums(5);
});

test('an answer is reused for a quarter of an hour and says when the vehicles were counted', async () => {
  const gate = await openTestGate();
  await arrive(gate, 5);
  const first = await read(gate);
  for (let at = 0; at < 2; at += 1) expect(await read(gate)).toEqual(first);
  await arrive(gate, 1);
  gate.app.clock.advance(15 * MINUTE_MS - 1);
  expect(await read(gate)).toEqual(first);
  gate.app.clock.advance(1);
  const second = await read(gate);
  expect([second.days[0]?.total, second.as_of]).toEqual([6, gate.app.clock.now()]);
});

test('tickets do not make the other public answers expire', async () => {
  const gate = await openTestGate();
  const { database } = gate.app;
  const versionNow = () => database.reader.selectFrom('data_version').select('version').executeTakeFirstOrThrow();
  const before = await versionNow();
  await arrive(gate, 3);
  expect(await versionNow()).toEqual(before);
});

test('a period has at most 366 days, and by default the last seven', async () => {
  const gate = await openTestGate();
  for (const back of [8, 7, 6, 0]) {
    gate.goTo(addDays(GATE_DAY as Day, -back));
    await arrive(gate, 5);
  }
  expect((await read(gate)).days.map(({ date }) => date)).toEqual([addDays(GATE_DAY as Day, -6), GATE_DAY]);
  const year = `?from=${addDays(GATE_DAY as Day, -365)}&to=${GATE_DAY}`;
  expect((await read(gate, year)).days).toHaveLength(4);
  const tooLong = { query: { from: addDays(GATE_DAY as Day, -366), to: GATE_DAY } };
  const refused = await gate.refused(arrivals.list, tooLong, 'invalid_input');
  expect(refused.details?.[0]?.message).toBe('The period is longer than 366 days. Choose a shorter one.');
  expect((await read(gate, `?from=${GATE_DAY}&to=2026-01-01`)).days).toEqual([]);
});

test('the file of a year has the same figures, and the list of years leads to it', async () => {
  const gate = await openTestGate();
  const added = await gate.app.as('admin', {
    method: 'POST',
    url: '/api/products',
    payload: { name: 'Leeks', type: 'vegetable' },
  });
  const price = [{ product_id: added.json().productId, date: '2026-11-20', min_price: 1, max_price: 2 }];
  await gate.app.as('editor', { method: 'POST', url: '/api/prices/update-multiple', payload: price });
  const addressesOf = async () => (await gate.ask(openData.years, {})).map((year) => year.arrivals_csv);
  expect(await addressesOf()).toEqual([null]);
  const url = '/api/v1/years/2026/arrivals.csv';
  expect((await gate.app.send({ url })).json()).toMatchObject({
    code: 'year_not_found',
    message: 'No vehicles were counted in that year.',
  });
  gate.goTo(GATE_DAY, '06:10:00.000');
  await arrive(gate, 5, { vehicleType: 'Three-Wheeler' });
  await arrive(gate, 5);
  gate.goTo(GATE_DAY, '07:10:00.000');
  await arrive(gate, 5);
  await arrive(gate, 1);
  gate.goTo('2027-01-01');
  await arrive(gate, 9);
  expect(await addressesOf()).toEqual([url]);
  const answer = await gate.app.send({ url });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="arrivals-2026.csv"');
  expect(answer.body).toBe(
    [
      'date,vehicle_type,hour,count',
      '2026-11-20,Van,6,5',
      '2026-11-20,Van,7,6',
      '2026-11-20,Three-Wheeler,6,5',
      '',
    ].join('\r\n'),
  );
});

test('a changed count is reported by verification', async () => {
  const gate = await openTestGate();
  gate.goTo(GATE_DAY, '06:10:00.000');
  await arrive(gate, 2);
  const { database } = gate.app;
  const found = await database.dryRun(async (tx) => {
    await tx.updateTable('arrivals').set({ tickets: 3 }).execute();
    return compareSums({ snapshotApart: (all) => all(tx) });
  });
  expect(found.differences).toEqual([
    'tickets, arrivals Van of 2026-11-20 at 6: the stored total is 3, but it should be 2',
  ]);
});

const anyMorning = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('arrive' as const),
        type: fc.constantFrom(...firstVehicleTypes.map(({ name }) => name)),
        count: fc.integer({ min: 1, max: 6 }),
        agoHours: fc.constantFrom(0, 0, 0.5, 3, 23.99, 47),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(1000) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(1000) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.4, 1, 7, 25) }) },
  ),
  { minLength: 5, maxLength: 25 },
);

type Step = typeof anyMorning extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

interface Known {
  id: number;
  day: Day;
  hour: number;
  type: string;
}

test('after any order of tickets, late tickets, tickets sent twice and cancellations the figures are those of the valid tickets, and none is of one to four', {
  tags: ['slow'],
}, async () => {
  const gate = await openTestGate();
  let start = GATE_DAY as Day;
  let published = 0;
  await fc.assert(
    fc.asyncProperty(anyMorning, async (steps) => {
      start = addDays(start, 60);
      gate.goTo(start, '04:10:00.000');
      const known = await happen(gate, steps);
      const { days } = await read(gate, `?from=${addDays(start, -3)}&to=${dayOf(gate.app.clock.now())}`);
      const byDay = Map.groupBy(known, ({ day }) => day);
      const large = [...byDay].filter(([, vehicles]) => vehicles.length >= 5).map(([day]) => day);
      expect(days.map(({ date }) => date)).toEqual(large.toSorted((one, other) => (one < other ? -1 : 1)));
      for (const day of days) expectCounts(day, byDay.get(day.date as Day) ?? []);
      await gate.expectSums();
      published += days.length;
    }),
    { numRuns: 25 },
  );
  expect(published).toBeGreaterThan(20);
});

async function happen(gate: TestGate, steps: readonly Step[]): Promise<Known[]> {
  let known: Known[] = [];
  const offline: { id: number; body: ReturnType<typeof late> & { vehicleType: string } }[] = [];
  for (const step of steps) {
    const one = step.kind === 'cancel' ? known[step.which % Math.max(known.length, 1)] : undefined;
    if (one) {
      await cancel(gate, one.id);
      known = known.filter((other) => other !== one);
    }
    const sent = step.kind === 'again' ? offline[step.which % Math.max(offline.length, 1)] : undefined;
    if (sent) expect(await arrive(gate, 1, sent.body)).toEqual([sent.id]);
    if (step.kind === 'wait') gate.app.clock.advance(step.hours * HOUR_MS);
    if (step.kind !== 'arrive') continue;
    const at = instantOf(Date.parse(gate.app.clock.now()) - step.agoHours * HOUR_MS);
    for (let count = 0; count < step.count; count += 1) {
      const body = { vehicleType: step.type, ...late(at) };
      const [id = 0] = await arrive(gate, 1, step.agoHours > 0 ? body : { vehicleType: step.type });
      if (step.agoHours > 0) offline.push({ id, body });
      known.push({ id, day: dayOf(at), hour: Number(timeOf(at).slice(0, 2)), type: step.type });
    }
  }
  return known;
}

function expectCounts({ total, counts }: ArrivalDay, vehicles: readonly Known[]): void {
  expect(total).toBe(vehicles.length);
  const left = [...vehicles];
  const take = (belongs: (vehicle: Known) => boolean) => {
    const taken = left.filter(belongs);
    for (const vehicle of taken) left.splice(left.indexOf(vehicle), 1);
    return taken.length;
  };
  const ownTypes = new Set(counts.map(({ vehicle_type }) => vehicle_type));
  const isOf = (type: string) => (vehicle: Known) =>
    type === 'other' ? !ownTypes.has(vehicle.type) : vehicle.type === type;
  for (const { vehicle_type, hour, count } of counts) {
    expect(count).toBeGreaterThanOrEqual(5);
    expect(take((vehicle) => isOf(vehicle_type)(vehicle) && (hour === null || vehicle.hour === hour))).toBe(count);
  }
  expect(left).toEqual([]);
}
