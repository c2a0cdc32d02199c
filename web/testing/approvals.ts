import { instantOf } from '#billing/calendar.ts';
import { type Approval, approvals } from '#contract/approvals.ts';

export function testApproval(more: Partial<Approval> = {}): Approval {
  return {
    id: 3,
    state: 'pending',
    what: 'Refund credit of Nimal Perera, shop A-2',
    amount: 30_000,
    reason: 'Paid twice',
    shop_id: 'A-2',
    requested_by: 'kasun@example.com',
    requested_at: instantOf(Date.parse('2026-11-20T03:00:00.000Z')),
    expires_at: instantOf(Date.parse('2026-11-27T03:00:00.000Z')),
    decided_by: null,
    decided_at: null,
    decline_reason: null,
    used_at: null,
    is_own: false,
    sent: [],
    request: null,
    ...more,
  };
}

export function answerApprovals(...rows: Approval[]): Response {
  const headers = { 'x-total-count': String(rows.length) };
  return Response.json(approvals.list.answer.parse(rows), { headers });
}
