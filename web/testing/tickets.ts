import { type Day, day, dayOf, instantOf, timeOf } from '#billing/calendar.ts';
import { firstVehicleTypes } from '#contract/first-vehicle-types.ts';
import { gate, type ListedShift } from '#contract/gate.ts';
import type { Pass } from '#contract/passes.ts';
import { type Tariff, tariff, type VehicleType } from '#contract/tariff.ts';
import { type SanitationTicket, sanitationTickets, type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { browserNow, browserToday } from '#web/ui/format/browser-clock.ts';

/** An instant half an hour after midnight in Colombo, which is still the day before in UTC. */
const at = instantOf(Date.parse('2026-11-20T19:00:12.000Z'));
const issue = { issued_at: at, date: dayOf(at), byWhom: 'kumari@example.com', device_number: null };
const stamps = { createdAt: at, updatedAt: at };

export function testSanitation(more: Partial<SanitationTicket> = {}): SanitationTicket {
  const ticket = {
    id: 5,
    customId: 'T20_5',
    price: 20,
    createdAtSriLanka: '21/11/2026, 00:30:12',
    ...issue,
    ...stamps,
  };
  return { ...ticket, ...more };
}

export function sanitationList(
  tickets: SanitationTicket[],
  count = tickets.length,
  totalIncome = count * 20,
): Response {
  return Response.json(sanitationTickets.byDate.answer.parse({ count, totalIncome, tickets }));
}

export function sanitationIssued(ticket = testSanitation()): Response {
  const answer = { message: 'Ticket issued.', ticketId: ticket.customId, ticket };
  return Response.json(sanitationTickets.issue.answer.parse(answer), { status: 201 });
}

export function breakdownAnswer(): Response {
  const income = (totalIncome: number, ticketCount: number) => ({ totalIncome, ticketCount });
  return Response.json(
    sanitationTickets.breakdown.answer.parse({
      today: { all: income(140, 3), price20: income(40, 2), price100: income(100, 1) },
      this_month: { all: income(1400, 30), price20: income(400, 20), price100: income(1000, 10) },
      months: [
        { year: 2026, month: 11, ...income(1400, 30), count20: 20, count100: 10 },
        { year: 2026, month: 9, ...income(220.5, 3), count20: 1, count100: 2 },
      ],
    }),
  );
}

export function testVehicle(more: Partial<VehicleTicket> = {}): VehicleTicket {
  const ticket = { id: 17, vehicleNumber: 'WP CAB-1234', vehicleType: 'Lorry' as const, ticketPrice: 150 };
  return {
    ...ticket,
    tariff_price: null,
    pass: null,
    pass_until: null,
    time: timeOf(at),
    ...issue,
    ...stamps,
    ...more,
  };
}

export function vehicleList(tickets: VehicleTicket[]): Response {
  const totalIncome = tickets.reduce((sum, { ticketPrice }) => sum + ticketPrice, 0);
  return Response.json(vehicleTickets.byDate.answer.parse({ total: tickets.length, page: 1, totalIncome, tickets }));
}

export function vehicleIssued(ticket = testVehicle()): Response {
  const answer = { message: 'Ticket issued.', ticketId: ticket.id, ticket };
  return Response.json(vehicleTickets.issue.answer.parse(answer), { status: 201 });
}

export function dailyIncome(ofToday: number, others: { date: Day; totalIncome: number }[] = []): Response {
  const days = [{ date: browserToday(), totalIncome: ofToday }, ...others];
  return Response.json(vehicleTickets.dailyIncome.answer.parse(days.map((day) => ({ ...day, ticketCount: 2 }))));
}

export function monthlyIncome(ofMonth: number): Response {
  const [year = 0, month = 0] = browserToday().split('-').map(Number);
  const months = [
    { year, month, totalIncome: ofMonth, ticketCount: 40 },
    { year: year - 1, month, totalIncome: 99_999, ticketCount: 999 },
  ];
  return Response.json(vehicleTickets.monthlyIncome.answer.parse(months));
}

export function checkAnswer(more: Partial<ReturnType<typeof gate.check.answer.parse>> = {}): Response {
  const valid = { state: 'valid', number: 'V17', sanitation: null, vehicle: testVehicle() };
  const standing = { voided_at: null, void_reason: null, centre: { name: 'Pola Economic Centre' } };
  return Response.json(gate.check.answer.parse({ ...valid, ...standing, ...more }));
}

export function testShift(more: Partial<ListedShift> = {}): ListedShift {
  const cash = { opening_cash: 500, ticket_count: 12, ticket_sum: 1450, expected_cash: 1950, counted_cash: 1950 };
  const shift = { id: '0198c7a2-0000-7000-8000-000000000001', byWhom: 'gate@example.com', device: 'K' };
  const closing = { closed_at: browserNow(), difference: 0, reason: '', copies_printed: null, closed_by_other: null };
  return { ...shift, ...cash, ...closing, opened_at: at, ...more };
}

export function testTariff(more: Partial<Tariff> = {}): Tariff {
  const prices = { Lorry: 200, Van: 100.5, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 };
  return {
    id: 1,
    valid_from: day('2026-11-01'),
    prices,
    passes: {},
    set_by: 'kumari@example.com',
    set_at: at,
    ...more,
  };
}

export function testPass(more: Partial<Pass> = {}): Pass {
  return {
    number: 'V17',
    device_number: null,
    vehicleNumber: 'NW LB-4455',
    vehicleType: 'Lorry',
    term: 'month',
    price: 3000,
    issued_at: instantOf(Date.parse('2026-11-05T02:00:00.000Z')),
    byWhom: 'sunita@example.com',
    valid_until: day('2026-12-04'),
    entries: 1,
    last_entry: null,
    ...more,
  };
}

export const testTypes: VehicleType[] = firstVehicleTypes.map((type, index) => ({
  ...type,
  vehicle_type_id: index + 1,
  is_offered: true,
  former_names: [],
  ...stamps,
}));

export const typeList = (types = testTypes) => Response.json(tariff.listTypes.answer.parse(types));

export const tariffList = (...tariffs: Tariff[]) => Response.json(tariff.list.answer.parse(tariffs));
