import { type Approval, approvableCalls, approvals } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';
import { aboutApproval } from './approval-table.tsx';

export function approveRequest(approval: Approval): Promise<boolean> {
  const id = String(approval.id);
  return confirmAndCall(
    {
      title: t('approvals.approve.title', { id }),
      body: aboutApproval(approval),
      action: t('approvals.approve.action'),
      isDoubtful: true,
    },
    {
      call: () => api(approvals.approve, { params: { id } }),
      doneSeconds: 4,
      failed: t('approvals.approve.failed'),
    },
  );
}

export function declineRequest(approval: Approval): Promise<boolean> {
  const id = String(approval.id);
  const question = {
    title: t('approvals.decline.title', { id }),
    sentence: aboutApproval(approval),
    action: t('approvals.decline.action'),
  };
  return askReason(question, (reason) =>
    callAndTell({
      call: () => api(approvals.decline, { params: { id }, body: { reason } }),
      doneSeconds: 4,
      failed: t('approvals.decline.failed'),
    }),
  );
}

export async function carryOut(approval: Approval): Promise<boolean> {
  const { id, request } = approval;
  const entry = request && approvableCalls.find(({ method, path }) => `${method} ${path}` === request.call);
  if (!entry) return false;
  const { params, body, version } = request;
  // One key, so that two windows carry it out once.
  const options = { idempotencyKey: `approval-${id}`, ...(version !== null && { ifMatch: version }) };
  return confirmAndCall(
    {
      title: t('approvals.use.title', { id: String(id) }),
      body: aboutApproval(approval),
      action: t('approvals.use.action'),
      isDangerous: true,
    },
    {
      call: () => api<Call>(entry, { params, query: {}, body }, options),
      done: () => toastDone(t('approvals.use.done'), 4),
      failed: t('approvals.use.failed'),
    },
  );
}
