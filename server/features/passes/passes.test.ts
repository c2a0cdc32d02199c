/** @module-tag postgres */
import { expect, test } from 'vitest';
import { type Day, day, dayOf } from '#billing/calendar.ts';
import { gate as gateCalls } from '#contract/gate.ts';
import { passes } from '#contract/passes.ts';
import { tariff } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { diceOf, oneOf } from '../../testing/dice.ts';
import { GATE_DAY, openTestGate, type TestGate } from '../../testing/gate.ts';
import { everythingIn } from '../../testing/office.ts';
import { testSeeds } from '../../testing/sweep.ts';

const role = 'tiketing' as const;
const PRICES = { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
const PASSES = { Lorry: { day: 350, month: 3999.5 }, Van: { month: 2000 } };
const SHIFT = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const LORRY = { vehicleNumber: 'NW LB-4455', vehicleType: 'Lorry' } as const;

async function openPassGate(): Promise<TestGate> {
  const gate = await openTestGate();
  await gate.ask(tariff.set, { body: { prices: PRICES, passes: PASSES } });
  return gate;
}

const sell = (gate: TestGate, pass: 'day' | 'month', more: object = {}) =>
  gate.issueVehicle({ ...LORRY, ticketPrice: PASSES.Lorry[pass], pass, ...more });
const enter = (gate: TestGate, pass: string, more: object = {}) =>
  gate.ask(passes.enter, { role, body: { pass, vehicleNumber: LORRY.vehicleNumber, ...more } as never });
const refuseEntry = async (gate: TestGate, pass: string, more: object = {}) => {
  const body = { pass, vehicleNumber: LORRY.vehicleNumber, ...more } as never;
  return (await gate.refused(passes.enter, { role, body }, 'pass_not_valid')).message;
};
const listed = async (gate: TestGate) =>
  (await gate.ask(passes.list, { role })).map(({ number, valid_until, entries }) => [number, valid_until, entries]);

test('a month pass is a ticket at its own price; the vehicle enters until its last day, and nothing more is paid', async () => {
  const gate = await openPassGate();
  await gate.ask(gateCalls.openShift, { role, body: { id: SHIFT, opening_cash: 0 } });
  const { ticket } = await sell(gate, 'month', { shift_id: SHIFT });
  expect(ticket).toMatchObject({ ticketPrice: 3999.5, pass: 'month', pass_until: '2026-12-19', tariff_price: null });
  expect(await listed(gate)).toEqual([[`V${ticket.id}`, '2026-12-19', 0]]);
  gate.goTo(GATE_DAY, '18:00:00.000');
  expect(await enter(gate, `V${ticket.id}`, { vehicleNumber: 'nwlb 4455', shift_id: SHIFT })).toMatchObject({
    message: `NW LB-4455 entered with pass V${ticket.id}.`,
    entry: { pass: `V${ticket.id}` },
  });
  expect(await listed(gate)).toEqual([[`V${ticket.id}`, '2026-12-19', 1]]);
  const { shift } = await gate.ask(gateCalls.closeShift, {
    role,
    params: { id: SHIFT },
    body: { counted_cash: 3999.5 },
  });
  expect(shift).toMatchObject({ ticket_count: 1, expected_cash: 3999.5, difference: 0 });
  gate.goTo('2026-12-19', '23:59:59.999');
  await enter(gate, `V${ticket.id}`);
  gate.goTo('2026-12-20', '00:00:00.000');
  expect(await refuseEntry(gate, `V${ticket.id}`)).toBe(`Pass V${ticket.id} of NW LB-4455 ended on 19 Dec 2026.`);
  expect(await listed(gate)).toEqual([]);
  await gate.expectSums(1);
  const income = await gate.ask(vehicleTickets.dailyIncome, { role });
  expect(income.reduce((sum, { totalIncome }) => sum + totalIncome, 0)).toBe(3999.5);
});

test('a pass is for its vehicle only, and a ticket for one entry cannot be used as one', async () => {
  const gate = await openPassGate();
  const { ticket } = await sell(gate, 'day');
  const other = await gate.issueVehicle({ ...LORRY, ticketPrice: 200 });
  expect(ticket.pass_until).toBe(GATE_DAY);
  expect(await refuseEntry(gate, `V${ticket.id}`, { vehicleNumber: 'NW LB-4456' })).toContain('another vehicle');
  expect(await refuseEntry(gate, `V${other.ticketId}`)).toContain('is not a pass');
  const body = { pass: 'V999', vehicleNumber: 'A-1' };
  await gate.refused(passes.enter, { role, body }, 'ticket_not_found');
  await gate.expectSums(2);
});

test('a pass that was cancelled is not valid from then on; an entry of before that arrives late is recorded', async () => {
  const gate = await openPassGate();
  const { ticket } = await sell(gate, 'month');
  const params = { id: `V${ticket.id}` };
  gate.goTo(GATE_DAY, '14:00:00.000');
  await gate.ask(vehicleTickets.remove, { role: 'manager', params, body: { reason: 'Sold by mistake' } });
  expect(await listed(gate)).toEqual([]);
  expect(await refuseEntry(gate, `V${ticket.id}`)).toContain('was cancelled');
  await enter(gate, `V${ticket.id}`, { entered_at: `${GATE_DAY}T13:00:00+05:30` });
  expect(await refuseEntry(gate, `V${ticket.id}`, { entered_at: `${GATE_DAY}T11:00:00+05:30` })).toContain(
    'after this entry',
  );
  await gate.expectSums(0);
});

test('an entry that arrives again is recorded once, by the number of the phone too, and each is an arrival', async () => {
  const gate = await openPassGate();
  const { ticket } = await sell(gate, 'month', { device_number: 'K-17', issued_at: `${GATE_DAY}T06:00:00+05:30` });
  const body = { entered_at: `${GATE_DAY}T08:30:00+05:30` };
  const first = await enter(gate, 'K-17', body);
  expect(await enter(gate, `V${ticket.id}`, body)).toEqual(first);
  expect(await listed(gate)).toEqual([[`V${ticket.id}`, '2026-12-19', 1]]);
  const stored = await gate.app.database.reader
    .selectFrom('arrivals')
    .select(['hour', 'tickets'])
    .orderBy('hour')
    .execute();
  expect(stored).toEqual([
    { hour: 6, tickets: 1 },
    { hour: 8, tickets: 1 },
  ]);
  await gate.expectSums(1);
  expect((await gate.auditLog()).filter(({ event_type }) => event_type === 'Pass Used')).toHaveLength(1);
});

test('only passes that the market offers are sold, at their prices', async () => {
  const gate = await openPassGate();
  const before = await everythingIn(gate.app);
  const van = { vehicleNumber: 'V-1', vehicleType: 'Van', ticketPrice: 150, pass: 'day' } as const;
  for (const by of [role, 'admin'] as const) {
    const { details } = await gate.refused(vehicleTickets.issue, { role: by, body: van }, 'invalid_input');
    expect(details).toEqual([{ field: 'pass', message: 'The market offers no such pass for this vehicle type.' }]);
  }
  await gate.refused(vehicleTickets.issue, { role, body: { ...van, pass: 'month' } }, 'price_differs');
  expect(await everythingIn(gate.app)).toEqual(before);
});

test('prices of passes change with the tariff and its days; a change of tickets leaves them as they are', async () => {
  const gate = await openPassGate();
  const passesOf = async () => (await gate.ask(tariff.list, { role })).map((one) => [one.valid_from, one.passes.Lorry]);
  await gate.ask(tariff.set, { body: { prices: { ...PRICES, Lorry: 250 } } });
  expect((await passesOf())[0]).toEqual([GATE_DAY, { day: 350, month: 3999.5 }]);
  await gate.ask(tariff.set, { body: { prices: PRICES, passes: { Lorry: { day: 400 } }, valid_from: '2026-11-21' } });
  expect((await passesOf())[0]).toEqual(['2026-11-21', { day: 400, month: null }]);
  await sell(gate, 'month');
  gate.goTo('2026-11-21');
  const again = { ...LORRY, ticketPrice: 3999.5, pass: 'month' } as const;
  await gate.refused(vehicleTickets.issue, { role, body: again }, 'invalid_input');
  await sell(gate, 'day', { ticketPrice: 400 });
  const faults = await gate.refused(
    tariff.set,
    { body: { prices: PRICES, passes: { Cart: { day: 1 } } } },
    'invalid_input',
  );
  expect(faults.details?.[0]?.field).toBe('passes.Cart');
});

interface Sold {
  number: string;
  plate: string;
  cents: number;
  from: Day;
  /** Undefined for a ticket for one entry. */
  until: Day | undefined;
  isVoid: boolean;
}

const STEPS = 120;
const TERMS = [undefined, 'day', 'month'] as const;

testSeeds(
  [1, 2, 3],
  'for any history of tickets, passes, entries and cancellations, money is that of the valid tickets, and a vehicle enters only with a valid pass of its own (%d)',
  async (seed) => {
    const gate = await openPassGate();
    const dice = diceOf(seed);
    const sold: Sold[] = [];
    let entries = 0;
    let refused = 0;
    let minutes = 0;
    for (let step = 0; step < STEPS; step += 1) {
      minutes += 1 + dice(600);
      const now = new Date(Date.parse(`${GATE_DAY}T12:00:00+05:30`) + minutes * 60_000).toISOString();
      gate.app.clock.set(now as never);
      const today = dayOf(gate.app.clock.now());
      const plate = `LB-${dice(4)}`;
      const deed = dice(10);
      const target = sold[dice(Math.max(1, sold.length))];
      const entering = target && dice(3) > 0 ? target.plate : plate;
      if (deed < 4 || !target) {
        const pass = oneOf(dice, TERMS);
        const ticketPrice = pass === undefined ? PRICES.Lorry : PASSES.Lorry[pass];
        const { ticket } = await gate.issueVehicle({
          vehicleNumber: plate,
          vehicleType: 'Lorry',
          ticketPrice,
          ...(pass && { pass }),
        });
        const until = ticket.pass_until === null ? undefined : day(ticket.pass_until);
        sold.push({
          number: `V${ticket.id}`,
          plate,
          cents: Math.round(ticketPrice * 100),
          from: today,
          until,
          isVoid: false,
        });
      } else if (deed < 9) {
        const mayEnter =
          target.until !== undefined && !target.isVoid && target.plate === entering && today <= target.until;
        const body = { pass: target.number, vehicleNumber: entering };
        const answer = await gate.tell(passes.enter, { role, body });
        expect([answer.statusCode, entering, target]).toEqual([mayEnter ? 201 : 409, entering, target]);
        if (mayEnter) entries += 1;
        else refused += 1;
      } else if (!target.isVoid) {
        const params = { id: target.number };
        await gate.ask(vehicleTickets.remove, { role: 'manager', params, body: { reason: 'Paid twice' } });
        target.isVoid = true;
      }
    }
    const valid = sold.filter(({ isVoid }) => !isVoid);
    await gate.expectSums(valid.length);
    expect([entries > 3, refused > 3]).toEqual([true, true]);
    const today = dayOf(gate.app.clock.now());
    const current = valid.filter(({ until }) => until !== undefined && until >= today).map(({ number }) => number);
    expect(new Set((await listed(gate)).map(([number]) => number))).toEqual(new Set(current));
    const income = await gate.ask(vehicleTickets.monthlyIncome, { role });
    const cents = income.reduce((sum, { totalIncome }) => sum + Math.round(totalIncome * 100), 0);
    expect(cents).toBe(valid.reduce((sum, ticket) => sum + ticket.cents, 0));
    const { reader } = gate.app.database;
    expect(await reader.selectFrom('pass_entries').select('id').execute()).toHaveLength(entries);
    const arrived = await reader.selectFrom('arrivals').select('tickets').execute();
    expect(arrived.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(valid.length + entries);
  },
);
