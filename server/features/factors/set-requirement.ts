import { apiMessage, message } from '#contract/messages/message.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findRequirement, putRequirement } from './queries.ts';

export interface Requirement {
  roles: Role[];
}

export async function readRequirement(db: Reader): Promise<Requirement> {
  return parseRequirement(await findRequirement(db));
}

export function parseRequirement(stored: string | null | undefined): Requirement {
  return stored ? (JSON.parse(stored) as Requirement) : { roles: [] };
}

export async function setRequirement(tx: Writer, context: ActionContext, given: Requirement): Promise<Requirement> {
  const requirement = { roles: roles.filter((role) => given.roles.includes(role)) };
  const changes = describeChanges(describe(await readRequirement(tx)), describe(requirement));
  if (!changes) return requirement;
  await putRequirement(tx, { value: JSON.stringify(requirement), at: context.now });
  await writeAudit(tx, context, {
    type: 'Second Factor Required',
    description: apiMessage('factors.audit.requirement'),
    ...changes,
  });
  return requirement;
}

function describe(requirement: Requirement) {
  return { [message('factors.audit.roles')]: requirement.roles.join(', ') || null };
}
