import type { Role } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Caller } from '../../http/core/app-context.ts';

/** Only a superadmin changes a superadmin. */
export function refuseHigherRole(caller: Caller, role: Role): void {
  if (role === 'superadmin' && caller.role !== 'superadmin') throw new Refusal('role_too_high');
}
