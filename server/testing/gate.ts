import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Answer } from '#contract/call.ts';
import { gate } from '#contract/gate.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { compareSums } from '../features/tickets/compare-sums.ts';
import { openTestOffice, type TestOffice } from './office.ts';

type Sent = { role?: Role; key?: string };
type Body = Record<string, unknown>;
export const GATE_DAY = '2026-11-20';
export const VAN = { vehicleNumber: 'WP CAB-1234', vehicleType: 'Van', ticketPrice: 100 } as const;

export interface TestGate extends TestOffice {
  issue(body: Body, sent?: Sent): Promise<Answer<typeof sanitationTickets.issue>>;
  issueVehicle(body?: Body, sent?: Sent): Promise<Answer<typeof vehicleTickets.issue>>;
  tellIssue(body: Body, sent?: Sent): Promise<LightMyRequestResponse>;
  refuseIssue(body: Body, code: RefusalCode, sent?: Sent): Promise<string>;
  takeBack(id: number, reason?: string, by?: Role): Promise<void>;
  list(query?: Record<string, string>): Promise<Answer<typeof sanitationTickets.byDate>>;
  listVehicles(query?: Record<string, string>): Promise<Answer<typeof vehicleTickets.byDate>>;
  cards(): Promise<Answer<typeof sanitationTickets.breakdown>>;
  stateOf(number: string): Promise<string>;
  expectSums(tickets?: number): Promise<void>;
}

export async function openTestGate(): Promise<TestGate> {
  const office = await openTestOffice();
  office.goTo(GATE_DAY);
  return gateAt(office);
}

function gateAt(office: TestOffice): TestGate {
  const role = 'tiketing' as const;
  const tellIssue: TestGate['tellIssue'] = (body, sent) =>
    office.tell(sanitationTickets.issue, { role, ...sent, body: body as never });
  return {
    ...office,
    tellIssue,
    issue: (body, sent) => office.ask(sanitationTickets.issue, { role, ...sent, body: body as never }),
    issueVehicle: (body, sent) =>
      office.ask(vehicleTickets.issue, { role, ...sent, body: { ...VAN, ...body } as never }),
    async refuseIssue(body, code, sent) {
      const refused = await office.refused(sanitationTickets.issue, { role, ...sent, body: body as never }, code);
      return refused.message;
    },
    async takeBack(id, reason, by = role) {
      const body = reason === undefined ? {} : { reason };
      await office.ask(sanitationTickets.remove, { role: by, params: { id: String(id) }, body });
    },
    list: (query = {}) => office.ask(sanitationTickets.byDate, { role, query }),
    listVehicles: (query = {}) => office.ask(vehicleTickets.byDate, { role, query }),
    cards: () => office.ask(sanitationTickets.breakdown, { role }),
    stateOf: async (number) => (await office.ask(gate.check, { role, params: { number } })).state,
    async expectSums(tickets) {
      const verdict = await compareSums(office.app.database);
      expect(verdict.differences).toEqual([]);
      if (tickets !== undefined) expect(verdict.tickets).toBe(tickets);
    },
  };
}

export function ticketIncome(totalIncome: number, ticketCount: number) {
  return { totalIncome, ticketCount };
}
