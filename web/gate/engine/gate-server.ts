import type { Answer, Call, Sending } from '#contract/call.ts';
import type { gate } from '#contract/gate.ts';
import type { session } from '#contract/session.ts';
import type { tariff } from '#contract/tariff.ts';
import type { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { type Address, type CallOptions, makeCallAt } from '#web/client.ts';

/**
 * The method and path of each call. The contract is not imported, because its schemas would be a quarter of the
 * download, and the server validates the input anyway.
 */
export const calls = {
  login: { method: 'POST', path: '/api/admin/login' } as Address<typeof session.login>,
  finishLogin: { method: 'POST', path: '/api/admin/login/second-step' } as Address<typeof session.finishLogin>,
  logout: { method: 'POST', path: '/api/admin/logout' } as Address<typeof session.logout>,
  changePassword: { method: 'PUT', path: '/api/admin/change-password' } as Address<typeof session.changePassword>,
  setLanguage: { method: 'PUT', path: '/api/admin/language' } as Address<typeof session.setLanguage>,
  addDevice: { method: 'POST', path: '/api/gate/devices' } as Address<typeof gate.addDevice>,
  openShift: { method: 'POST', path: '/api/gate/shifts' } as Address<typeof gate.openShift>,
  closeShift: { method: 'POST', path: '/api/gate/shifts/:id/close' } as Address<typeof gate.closeShift>,
  tariff: { method: 'GET', path: '/api/gate/tariffs' } as Address<typeof tariff.list>,
  vehicleTypes: { method: 'GET', path: '/api/gate/vehicle-types' } as Address<typeof tariff.listTypes>,
  check: { method: 'GET', path: '/api/gate/check/:number' } as Address<typeof gate.check>,
  issueSanitation: { method: 'POST', path: '/api/sanitation' } as Address<typeof sanitationTickets.issue>,
  removeSanitation: { method: 'DELETE', path: '/api/sanitation/:id' } as Address<typeof sanitationTickets.remove>,
  issueVehicle: { method: 'POST', path: '/api/vehicle-tickets' } as Address<typeof vehicleTickets.issue>,
  removeVehicle: { method: 'DELETE', path: '/api/vehicle-tickets/:id' } as Address<typeof vehicleTickets.remove>,
};

export type GateServer = <C extends Call>(
  call: Address<C>,
  sending: Sending<C>,
  options?: CallOptions,
) => Promise<Answer<C>>;

/** The longest wait for an answer. On a bad connection a new try is more likely to succeed than a longer wait. */
const TIMEOUT_MS = 20_000;

export const realServer: GateServer = (call, sending, options = {}) =>
  makeCallAt(call, sending, { signal: AbortSignal.timeout(TIMEOUT_MS), ...options });
