/** @module-tag postgres */
import { expect, test } from 'vitest';
import { addDays, addMonths, type Day, day, instantOf, monthOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import type { Writer } from '../../db/connect.ts';
import { type Dice, diceOf, oneOf } from '../../testing/dice.ts';
import { openTestGate, type TestGate } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';
import { compareSums } from './compare-sums.ts';

const FIRST_DAY = day('2026-12-20');
const DAYS = 75;
const STEPS = 160;
const role = 'tiketing' as const;

interface Remembered {
  kind: 'sanitation' | 'vehicle';
  id: number;
  number: string;
  price: number;
  day: Day;
  isVoid: boolean;
}

testSeeds(
  [1, 2, 3],
  'for any history of issues, repeats, refusals and deletions, lists and sums are those of the valid tickets (%d)',
  async (seed) => {
    const gate = await openTestGate();
    const dice = diceOf(seed);
    const known: Remembered[] = [];
    const steps = Array.from({ length: STEPS }, () => dice(DAYS)).toSorted((one, other) => one - other);
    for (const [at, step] of steps.entries()) {
      gate.goTo(
        addDays(FIRST_DAY, step),
        oneOf(dice, ['00:00:00.000', '05:29:59.999', '05:30:00.000', '12:00:00.000', '23:59:59.999']),
      );
      await context(gate, dice, known, at);
    }
    // Without enough tickets, sums that agree would prove nothing.
    expect(known.length).toBeGreaterThan(STEPS / 2);
    expect(known.filter(({ isVoid }) => isVoid).length).toBeGreaterThan(STEPS / 20);
    await gate.expectSums(known.filter(({ isVoid }) => !isVoid).length);
    await expectLists(gate, known);
    await expectIncome(gate, known);
  },
);

async function context(gate: TestGate, dice: Dice, known: Remembered[], at: number): Promise<void> {
  const standing = known.filter(({ isVoid }) => !isVoid);
  const late = oneOf(dice, [0, 0, 1, 3_600_000, 86_400_000, 172_800_000]);
  const issued_at = instantOf(Date.parse(gate.app.clock.now()) - late);
  const said = late === 0 ? {} : { issued_at, device_number: `K-${at + 1}` };
  const deed = dice(10);
  if (deed === 0) {
    expect(
      (await gate.tellIssue({ price: 20, issued_at: instantOf(Date.parse(issued_at) - 172_800_001) })).statusCode,
    ).toBe(400);
  } else if (deed <= 2 && standing.length > 0) {
    const one = oneOf(dice, standing);
    const entry = one.kind === 'sanitation' ? sanitationTickets.remove : vehicleTickets.remove;
    await gate.ask(entry, { role: 'manager', params: { id: String(one.id) }, body: { reason: 'Paid twice' } });
    one.isVoid = true;
  } else if (deed <= 6) {
    const price = oneOf(dice, [20, 100]);
    const { ticket } = await gate.issue({ price, ...said });
    if (late > 0) expect((await gate.issue({ price, ...said })).ticket).toEqual(ticket);
    known.push({
      kind: 'sanitation',
      id: ticket.id,
      number: ticket.customId,
      price,
      day: ticket.date as Day,
      isVoid: false,
    });
  } else {
    const price = (1 + dice(50_000)) / 100;
    const { ticket } = await gate.issueVehicle({
      ticketPrice: price,
      vehicleType: oneOf(dice, firstVehicleTypes).name,
      ...said,
    });
    known.push({
      kind: 'vehicle',
      id: ticket.id,
      number: `V${ticket.id}`,
      price,
      day: ticket.date as Day,
      isVoid: false,
    });
  }
}

async function expectLists(gate: TestGate, known: readonly Remembered[]): Promise<void> {
  const standing = known.filter(({ isVoid }) => !isVoid);
  const numbersOf = (kind: Remembered['kind']) =>
    standing
      .filter((one) => one.kind === kind)
      .map(({ number }) => number)
      .sort();
  // The tickets are listed twice, without a search and with a search that matches all, because their sums are read in
  // different ways.
  for (const query of [{}, { byWhom: '@' }]) {
    const sanitation = await gate.list(query);
    const vehicle = await gate.listVehicles(query);
    expect(sanitation.tickets.map(({ customId }) => customId).sort()).toEqual(numbersOf('sanitation'));
    expect(vehicle.tickets.map(({ id }) => `V${id}`).sort()).toEqual(numbersOf('vehicle'));
    expect(sanitation.count + vehicle.total).toBe(standing.length);
    const times = sanitation.tickets.map(({ issued_at }) => issued_at);
    expect(times).toEqual(times.toSorted().toReversed());
  }
  for (const price of [20, 100]) {
    const numbers = known.filter((one) => one.kind === 'sanitation' && one.price === price).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => `T${price}_${index + 1}`));
  }
  for (const { number, isVoid } of known) expect(await gate.stateOf(number)).toBe(isVoid ? 'void' : 'valid');
}

async function expectIncome(gate: TestGate, known: readonly Remembered[]): Promise<void> {
  const standing = (kind: Remembered['kind']) => known.filter((one) => one.kind === kind && !one.isVoid);
  const incomeOf = (tickets: readonly Remembered[]) => ({
    totalIncome: tickets.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100,
    ticketCount: tickets.length,
  });
  for (const [kind, entry] of [
    ['sanitation', sanitationTickets.dailyIncome],
    ['vehicle', vehicleTickets.dailyIncome],
  ] as const) {
    const days = (await gate.ask(entry, { role })).filter(({ ticketCount }) => ticketCount > 0);
    const wanted = [...Map.groupBy(standing(kind), (one) => one.day)].map(([date, tickets]) => ({
      date,
      ...incomeOf(tickets),
    }));
    expect(days).toEqual(wanted.toSorted((one, other) => (one.date < other.date ? 1 : -1)));
  }
  const months = Map.groupBy(standing('sanitation'), (one) => monthOf(one.day));
  const table = [...months].map(([month, tickets]) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    ...incomeOf(tickets),
    count20: tickets.filter(({ price }) => price === 20).length,
    count100: tickets.filter(({ price }) => price === 100).length,
  }));
  const cards = await gate.cards();
  expect(cards.months).toEqual(table.toSorted((one, other) => other.year - one.year || other.month - one.month));
  const from = addDays(FIRST_DAY, 5);
  const to = addDays(addMonths(FIRST_DAY, 1), 3);
  const within = standing('sanitation').filter((one) => one.price === 20 && one.day >= from && one.day <= to);
  const query = { startDate: from, endDate: to, price: '20' as const };
  const monthly = await gate.ask(sanitationTickets.monthlyIncome, { role, query });
  expect(monthly.reduce((sum, { ticketCount }) => sum + ticketCount, 0)).toBe(within.length);
  expect((await gate.list(query)).tickets.map(({ customId }) => customId).sort()).toEqual(
    within.map(({ number }) => number).sort(),
  );
}

test('a change of tickets or sums outside the product is reported with its place', async () => {
  const gate = await openTestGate();
  const { database } = gate.app;
  await gate.issue({ price: 20 });
  const { ticket } = await gate.issue({ price: 100 });
  await gate.issueVehicle({ ticketPrice: 50.5 });
  await gate.takeBack(ticket.id);
  const before = await everythingIn(gate.app);
  expect(await compareSums(database)).toEqual({ tickets: 2, differences: [] });
  expect(await everythingIn(gate.app)).toEqual(before);

  const tampering: [(tx: Writer) => Promise<unknown>, string[]][] = [
    [
      (tx) =>
        tx
          .updateTable('sanitation_tickets')
          .set({ cents: cents(1999) })
          .where('cents', '=', cents(2000))
          .execute(),
      [
        'tickets, sanitation 19.99 of 2026-11-20: the stored total is none, but it should be 1 for 19.99',
        'tickets, sanitation 20 of 2026-11-20: the stored total is 1 for 20.00, but it should be none',
        'tickets, shift - of tiketing@example.com, account 6, on 2026-11-20: the stored total is 2 for 70.50, but it should be 2 for 70.49',
        'tickets at 20: the stored count is 1, but there are 0 tickets and the newest ticket number is 0',
      ],
    ],
    [
      (tx) => tx.updateTable('ticket_sums').set({ tickets: 2 }).where('kind', '=', 'Van').execute(),
      ['tickets, vehicle Van of 2026-11-20: the stored total is 2 for 50.50, but it should be 1 for 50.50'],
    ],
    [
      (tx) => tx.updateTable('shift_sums').set({ shift_id: 'x', tickets: 1 }).execute(),
      [
        'tickets, shift - of tiketing@example.com, account 6, on 2026-11-20: the stored total is none, but it should be 2 for 70.50',
        'tickets, shift x of tiketing@example.com, account 6, on 2026-11-20: the stored total is 1 for 70.50, but it should be none',
      ],
    ],
    [
      (tx) => tx.deleteFrom('sanitation_tickets').where('id', '=', ticket.id).execute(),
      [
        'tickets, sanitation 100 of 2026-11-20: the stored total is 0 for 0.00, but it should be none',
        'tickets at 100: the stored count is 1, but there are 0 tickets and the newest ticket number is 0',
      ],
    ],
    [
      (tx) => tx.updateTable('sanitation_tickets').set({ count: 2 }).where('cents', '=', cents(2000)).execute(),
      ['tickets at 20: the stored count is 1, but there are 1 tickets and the newest ticket number is 2'],
    ],
  ];
  for (const [tamper, expected] of tampering) {
    const found = await database.dryRun(async (tx) => {
      await tamper(tx);
      return compareSums({ snapshotApart: (read) => read(tx) });
    });
    expect(found.differences).toEqual(expected);
  }
  expect((await compareSums(database)).differences).toEqual([]);
});
