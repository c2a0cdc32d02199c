import { z } from 'zod';
import { type Cents, cents, toRupees, writeDecimal } from '#billing/money.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { Reader } from '../../db/connect.ts';
import { setting } from '../audit/setting.ts';

export const limitSetting = setting<{ cents: Cents | null }>({
  name: 'approval_limit',
  schema: z.object({ cents: z.int().transform(cents).nullable() }),
  first: () => ({ cents: null }),
  describe: ({ cents: limit }) => (limit === null ? message('audit.value.none') : writeDecimal(limit)),
  changed: { type: 'Approval Limit Set', description: apiMessage('approvals.audit.limit') },
});

export async function readApprovalLimit(db: Reader): Promise<Cents | null> {
  return (await limitSetting.read(db)).cents;
}

export function presentLimit(limit: Cents | null): { amount: number | null } {
  return { amount: limit === null ? null : toRupees(limit) };
}
