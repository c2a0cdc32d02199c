import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { AccountRow } from './queries.ts';

/** An account by the names that the office knows; never with anything of the password. */
export function describeAccount({ username, email, role }: AccountRow): ChangeDescription {
  return { username, email, role };
}
