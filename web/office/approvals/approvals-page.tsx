import IconCheck from 'virtual:icons/check';
import IconPlayerPlay from 'virtual:icons/player-play';
import IconX from 'virtual:icons/x';
import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type Approval, type ApprovalList, approvableCalls, approvals } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';
import { Screen } from '../screen.tsx';
import { countAgain } from './use-waiting.ts';

export function ApprovalsPage() {
  const open = useApprovals('open');
  const ended = useApprovals('ended');
  const reloadAfter = (act: (approval: Approval) => Promise<boolean>) => async (approval: Approval) => {
    if (!(await act(approval))) return;
    open.reload();
    ended.reload();
    countAgain();
  };
  return (
    <Screen
      path="/approvals"
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('approvals.page.about')}
        </Text>
      }
    >
      <Stack gap="lg">
        <ApprovalTable
          list="open"
          load={open}
          actions={{
            approve: reloadAfter(approveRequest),
            decline: reloadAfter(declineRequest),
            carryOut: reloadAfter(carryOut),
          }}
        />
        <ApprovalTable list="ended" load={ended} />
      </Stack>
    </Screen>
  );
}

function useApprovals(list: ApprovalList): Load<Approval[]> {
  return useLoad(`approvals ${list}`, (signal) => api(approvals.list, { query: { list } }, { signal }));
}

function approveRequest(approval: Approval): Promise<boolean> {
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

function declineRequest(approval: Approval): Promise<boolean> {
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

async function carryOut(approval: Approval): Promise<boolean> {
  const { id, request } = approval;
  const entry = request && approvableCalls.find(({ method, path }) => `${method} ${path}` === request.call);
  if (!entry) return false;
  const { params, body, version } = request;
  // The key is the same in every window, so that the request is carried out only once.
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

interface ApprovalActions {
  approve: (approval: Approval) => Promise<void>;
  decline: (approval: Approval) => Promise<void>;
  carryOut: (approval: Approval) => Promise<void>;
}

interface ApprovalTableProps {
  list: Exclude<ApprovalList, 'to-decide'>;
  load: Load<readonly Approval[]>;
  actions?: ApprovalActions;
}

function ApprovalTable({ list, load, actions }: ApprovalTableProps) {
  const columns = useMemo(approvalColumns, []);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t(`approvals.${list}.title`)}
      </Title>
      <DataTable<Approval>
        label={t(`approvals.${list}.title`)}
        columns={columns}
        load={load}
        failure={t('approvals.failed')}
        rowId={({ id }) => String(id)}
        rowName={({ id }) => t('approvals.row', { id })}
        {...(actions && { rowActions: (row: Approval) => actionsOn(row, actions) })}
        prefix={`${list}-`}
        pageSize={10}
        empty={{ text: t(`approvals.${list}.empty`), next: t(`approvals.${list}.emptyNext`) }}
      />
    </Stack>
  );
}

function actionsOn(row: Approval, { approve, decline, carryOut }: ApprovalActions): RowAction[] {
  if (row.is_own) {
    const carrying = { label: t('approvals.use.action'), icon: IconPlayerPlay, onClick: () => void carryOut(row) };
    return row.state === 'approved' ? [carrying] : [];
  }
  const declining = { label: t('approvals.decline.action'), icon: IconX, onClick: () => void decline(row) };
  const approving = { label: t('approvals.approve.action'), icon: IconCheck, onClick: () => void approve(row) };
  return row.state === 'pending' ? [approving, declining] : [declining];
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function approvalColumns(): readonly Column<Approval>[] {
  return [
    { key: 'what', title: t('approvals.column.what'), value: ({ what }) => what, render: (row) => <What row={row} /> },
    { key: 'amount', title: t('approvals.column.amount'), kind: 'money', value: ({ amount }) => amount },
    { key: 'reason', title: t('approvals.column.reason'), value: ({ reason }) => reason, ...PHONELESS, width: 180 },
    { key: 'requested', title: t('approvals.column.requested'), value: requestedBy, ...PHONELESS, width: 200 },
    { key: 'state', title: t('approvals.column.state'), value: describeState, ...PHONELESS, width: 220 },
  ];
}

function What({ row }: { row: Approval }) {
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: '11rem' }}>
      {row.what}
      <Text size="xs" c="dimmed">
        {sentIn(row)}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {[row.reason, requestedBy(row), describeState(row)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

/** What was sent, such as `payment method: Cheque · cheque date: 2027-11-30`. */
function sentIn({ sent }: Approval): string {
  return sent.map(({ field, value }) => `${field}: ${value}`).join(' · ');
}

function requestedBy({ requested_by, requested_at }: Approval): string {
  return t('approvals.by', { person: personName(requested_by), time: formatInstant(requested_at) });
}

function describeState({ state, expires_at, decided_by, decline_reason, used_at }: Approval): string {
  const person = personName(decided_by ?? '');
  const time = expires_at === null ? '' : formatInstant(expires_at);
  if (state === 'pending') return t('approvals.state.pending', { time });
  if (state === 'approved') return t('approvals.state.approved', { person, time });
  if (state === 'declined') return t('approvals.state.declined', { person, reason: decline_reason ?? '' });
  if (state === 'used')
    return t('approvals.state.used', { person, time: used_at === null ? '' : formatInstant(used_at) });
  return t('approvals.state.expired');
}

function aboutApproval(approval: Approval): string {
  const { what, amount, requested_by, reason, sent } = approval;
  const about = t('approvals.approve.about', {
    what,
    amount: formatMoney(amount),
    person: personName(requested_by),
    reason: reason || t('approvals.approve.noReason'),
  });
  return sent.length === 0 ? about : `${about}. ${t('approvals.approve.sent', { sent: sentIn(approval) })}`;
}
