import { Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Approval, ApprovalList } from '#contract/approvals.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

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

export function ApprovalTable({ list, load, actions }: ApprovalTableProps) {
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
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        {[row.reason, requestedBy(row), describeState(row)].filter(Boolean).join(' · ')}
      </Text>
    </div>
  );
}

function requestedBy({ requested_by, requested_at }: Approval): string {
  return t('approvals.by', { person: requested_by, time: formatInstant(requested_at) });
}

function describeState({ state, expires_at, decided_by, decline_reason, used_at }: Approval): string {
  const person = decided_by ?? '';
  const time = expires_at === null ? '' : formatInstant(expires_at);
  if (state === 'pending') return t('approvals.state.pending', { time });
  if (state === 'approved') return t('approvals.state.approved', { person, time });
  if (state === 'declined') return t('approvals.state.declined', { person, reason: decline_reason ?? '' });
  if (state === 'used')
    return t('approvals.state.used', { person, time: used_at === null ? '' : formatInstant(used_at) });
  return t('approvals.state.expired');
}

export function aboutApproval({ what, amount, requested_by: person, reason }: Approval): string {
  return t('approvals.approve.about', {
    what,
    amount: formatMoney(amount),
    person,
    reason: reason || t('approvals.approve.noReason'),
  });
}
