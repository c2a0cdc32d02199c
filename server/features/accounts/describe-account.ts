import type { ChangeDescription } from '../audit/describe-changes.ts';
import type { AccountRow } from './queries.ts';

export function describeAccount({ username, email, role }: AccountRow): ChangeDescription {
  return { username, email, role };
}
