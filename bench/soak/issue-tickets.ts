import { randomUUID } from 'node:crypto';
import { instantOf } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { type sanitationTickets, type vehicleTickets, vehicleTypes } from '#contract/tickets.ts';
import { systemClock } from '#server/clock.ts';
import { type Errand, pick } from './errand.ts';
import type { Market } from './market.ts';

/** Tickets that were acknowledged, by their ids. */
export interface IssuedTickets {
  sanitation: Set<number>;
  vehicles: Set<number>;
}

const MINUTE_MS = 60_000;
const OPENING_CASH = 500;

/** What happens at the gate, with and without a signal. */
export function issueTickets(market: Market, issued: IssuedTickets): Errand[] {
  const token = market.tokens.tiketing;
  const post = { method: 'POST', token, expected: [201] } as const;
  const key = () => ({ 'idempotency-key': randomUUID() });
  const sanitation = async (body: object) => {
    const asked = { ...post, body, headers: key() };
    const { ticket } = await market.tell<Answer<typeof sanitationTickets.issue>>('/api/sanitation', asked);
    issued.sanitation.add(ticket.id);
    return ticket.id;
  };
  const vehicle = async (body: object) => {
    const asked = { ...post, body, headers: key() };
    const { ticket } = await market.tell<Answer<typeof vehicleTickets.issue>>('/api/vehicle-tickets', asked);
    issued.vehicles.add(ticket.id);
    return ticket.id;
  };
  const lorry = (at: number) => ({
    vehicleNumber: `NB ${1000 + (at % 9000)}`,
    vehicleType: pick(vehicleTypes, at),
    ticketPrice: 100,
  });
  let offlineCount = 0;
  const offline = (minutes: number) => {
    offlineCount += 1;
    const issuedMs = Date.parse(systemClock.now()) - minutes * MINUTE_MS;
    return { issued_at: instantOf(issuedMs), device_number: `${market.letters}-${offlineCount}` };
  };
  return [
    { what: 'sanitation ticket', aMinute: 50, run: (at) => sanitation({ price: pick([20, 100], at) }) },
    { what: 'vehicle ticket', aMinute: 50, run: (at) => vehicle(lorry(at)) },
    {
      what: 'sanitation ticket of a phone',
      aMinute: 12,
      run: (at) => sanitation({ price: 20, ...offline(at % 600) }),
    },
    {
      what: 'vehicle ticket of a phone, sent again',
      aMinute: 8,
      async run(at) {
        const body = { ...lorry(at), ...offline(at % 600) };
        const [one, other] = [await vehicle(body), await vehicle(body)];
        if (one !== other) throw new Error(`${one} and ${other} were issued for one`);
      },
    },
    {
      what: 'ticket taken back',
      aMinute: 4,
      async run() {
        const id = await sanitation({ price: 100 });
        await market.ask(`/api/sanitation/${id}`, { method: 'DELETE', token, body: { reason: 'wrong price' } });
      },
    },
    {
      what: 'shift',
      aMinute: 2,
      async run() {
        const id = randomUUID();
        const opening = { id, opening_cash: OPENING_CASH, device: market.letters };
        await market.ask('/api/gate/shifts', { ...post, body: opening });
        await sanitation({ price: 100, shift_id: id });
        const closing = { counted_cash: OPENING_CASH + 100 };
        await market.ask(`/api/gate/shifts/${id}/close`, { method: 'POST', token, body: closing });
      },
    },
  ];
}
