import type { Answer, Call, Sending } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import type { gateCash } from '#contract/gate-cash.ts';
import type { passes } from '#contract/passes.ts';
import type { tariff } from '#contract/tariff.ts';
import type { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import type { walks } from '#contract/walks.ts';
import { type Address, type CallOptions, makeCallAt } from '#web/client.ts';
import { sessionCalls } from '#web/session-calls.ts';

/**
 * The calls that the gate makes, by method and path. The contract is not imported, because it is too large
 * (session-calls.ts).
 */
export const calls = {
  ...sessionCalls,
  addDevice: { method: 'POST', path: '/api/gate/devices' } as Address<typeof gate.addDevice>,
  openShift: { method: 'POST', path: '/api/gate/shifts' } as Address<typeof gate.openShift>,
  closeShift: { method: 'POST', path: '/api/gate/shifts/:id/close' } as Address<typeof gate.closeShift>,
  ownCash: { method: 'GET', path: '/api/gate/cash/own' } as Address<typeof gateCash.own>,
  tariff: { method: 'GET', path: '/api/gate/tariffs' } as Address<typeof tariff.list>,
  vehicleTypes: { method: 'GET', path: '/api/gate/vehicle-types' } as Address<typeof tariff.listTypes>,
  passes: { method: 'GET', path: '/api/gate/passes' } as Address<typeof passes.list>,
  enterWithPass: { method: 'POST', path: '/api/gate/pass-entries' } as Address<typeof passes.enter>,
  check: { method: 'GET', path: '/api/gate/check/:number' } as Address<typeof gate.check>,
  issueSanitation: { method: 'POST', path: '/api/sanitation' } as Address<typeof sanitationTickets.issue>,
  removeSanitation: { method: 'DELETE', path: '/api/sanitation/:id' } as Address<typeof sanitationTickets.remove>,
  issueVehicle: { method: 'POST', path: '/api/vehicle-tickets' } as Address<typeof vehicleTickets.issue>,
  walkStalls: { method: 'GET', path: '/api/walks/stalls' } as Address<typeof walks.stalls>,
  recordWalk: { method: 'POST', path: '/api/walks' } as Address<typeof walks.record>,
  removeVehicle: { method: 'DELETE', path: '/api/vehicle-tickets/:id' } as Address<typeof vehicleTickets.remove>,
};

export type GateServer = <C extends Call>(
  call: Address<C>,
  sending: Sending<C>,
  options?: CallOptions,
) => Promise<Answer<C>>;

/** The longest wait for an answer. On a bad connection a new try is more likely to succeed than a longer wait. */
const LIMITS = { answerMs: 20_000, silenceMs: 10_000 };

export const realServer: GateServer = (call, sending, options = {}) =>
  makeCallAt(call, sending, { limits: LIMITS, ...options });
