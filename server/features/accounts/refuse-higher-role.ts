import { apiMessage } from '#contract/messages/message.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Role } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { readApprovalLimit } from '../approvals/read-limit.ts';

/** Only a superadmin changes a superadmin. */
export function refuseHigherRole(caller: Caller, role: Role): void {
  if (role === 'superadmin' && caller.role !== 'superadmin') throw new Refusal('role_too_high');
}

/** While money needs a second person, only a superadmin changes the accounts of those who approve it. */
export async function refuseRole(db: Reader, caller: Caller, role: Role): Promise<void> {
  refuseHigherRole(caller, role);
  if (caller.role === 'superadmin' || !may(role, 'approvals.decide')) return;
  if ((await readApprovalLimit(db)) !== null)
    throw new Refusal('role_too_high', { message: apiMessage('refusals.role_too_high.approver') });
}
