import { type Cents, toRupees } from '#billing/money.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';

export const APPROVAL_LIMIT = 'approval_limit';

export interface StoredLimit {
  cents: Cents | null;
}

export async function readApprovalLimit(db: Reader): Promise<Cents | null> {
  const stored = await findSetting(db, APPROVAL_LIMIT);
  return stored ? (JSON.parse(stored.value) as StoredLimit).cents : null;
}

export function presentLimit(limit: Cents | null): { amount: number | null } {
  return { amount: limit === null ? null : toRupees(limit) };
}
