import { type Cents, writeDecimal } from '#billing/money.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { putSetting } from '../../db/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { APPROVAL_LIMIT, readApprovalLimit, type StoredLimit } from './read-limit.ts';

export async function setApprovalLimit(tx: Writer, context: ActionContext, cents: Cents | null): Promise<void> {
  const before = await readApprovalLimit(tx);
  if (before === cents) return;
  const value = JSON.stringify({ cents } satisfies StoredLimit);
  await putSetting(tx, { name: APPROVAL_LIMIT, value, at: context.now });
  await writeAudit(tx, context, {
    type: 'Approval Limit Set',
    description: apiMessage('approvals.audit.limit'),
    oldValue: describeLimit(before),
    newValue: describeLimit(cents),
  });
}

function describeLimit(cents: Cents | null): string {
  return cents === null ? message('audit.value.none') : writeDecimal(cents);
}
