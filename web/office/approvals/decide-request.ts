import { type Approval, approvableCalls, approvals } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { askReason } from '../reason/reason-dialog.tsx';
import { aboutApproval } from './approval-table.tsx';
import { isOver } from './report-failure.ts';

export async function approveRequest(approval: Approval): Promise<boolean> {
  const id = String(approval.id);
  const isSure = await confirm({
    title: t('approvals.approve.title', { id }),
    body: aboutApproval(approval),
    action: t('approvals.approve.action'),
    isDoubtful: true,
  });
  if (!isSure) return false;
  return report(t('approvals.approve.failed'), async () => (await api(approvals.approve, { params: { id } })).message);
}

export async function declineRequest(approval: Approval): Promise<boolean> {
  const id = String(approval.id);
  const question = {
    title: t('approvals.decline.title', { id }),
    sentence: aboutApproval(approval),
    action: t('approvals.decline.action'),
  };
  return askReason(question, (reason) =>
    report(
      t('approvals.decline.failed'),
      async () => (await api(approvals.decline, { params: { id }, body: { reason } })).message,
    ),
  );
}

export async function carryOut(approval: Approval): Promise<boolean> {
  const { id, request } = approval;
  const entry = request && approvableCalls.find(({ method, path }) => `${method} ${path}` === request.call);
  if (!entry) return false;
  const isSure = await confirm({
    title: t('approvals.use.title', { id: String(id) }),
    body: aboutApproval(approval),
    action: t('approvals.use.action'),
    isDangerous: true,
  });
  if (!isSure) return false;
  const { params, body, version } = request;
  return report(t('approvals.use.failed'), async () => {
    await api<Call>(
      entry,
      { params, query: {}, body },
      // One key, so that two windows carry it out once.
      { idempotencyKey: `approval-${id}`, ...(version !== null && { ifMatch: version }) },
    );
    return t('approvals.use.done');
  });
}

async function report(failed: string, act: () => Promise<string>): Promise<boolean> {
  try {
    toastDone(await act(), 4);
    return true;
  } catch (error) {
    return isOver(error, failed);
  }
}
