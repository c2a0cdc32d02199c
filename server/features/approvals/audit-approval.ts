import { writeDecimal } from '#billing/money.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeApproval } from './present.ts';
import type { ApprovalRow } from './queries.ts';

const SENTENCES = {
  'Approval Requested': 'approvals.audit.requested',
  'Approval Given': 'approvals.audit.given',
  'Approval Declined': 'approvals.audit.declined',
  'Approval Used': 'approvals.audit.used',
} as const;

export async function auditApproval(
  tx: Writer,
  context: ActionContext,
  { type, row, reason }: { type: keyof typeof SENTENCES; row: ApprovalRow; reason: string },
): Promise<void> {
  await writeAudit(tx, context, {
    type,
    description: apiMessage(SENTENCES[type], {
      id: String(row.id),
      what: describeApproval(row),
      requester: row.requested_by,
      approver: row.decided_by ?? '',
    }),
    // A request names the shop. Its tenant is only in the description.
    subject: { shopId: row.shop_id, tenancyId: null },
    newValue: writeDecimal(row.cents),
    ...(reason !== '' && { reason }),
  });
}
