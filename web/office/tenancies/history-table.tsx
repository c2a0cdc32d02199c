import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { eventName } from '../audit/event-name.ts';
import { describeValues } from './describe-values.ts';

type HistoryRow = TenancyFile['History'][number];

const PAGE_SIZE = 10;

export function HistoryTable({ file }: { file: TenancyFile }) {
  const columns = useMemo(historyColumns, []);
  const title = t('tenancies.history.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<HistoryRow>
        label={title}
        columns={columns}
        load={loaded(file.History)}
        failure={t('tenancies.page.failed')}
        rowId={({ audit_id }) => audit_id}
        rowName={({ event_type }) => eventName(event_type)}
        pageSize={PAGE_SIZE}
        prefix="history-"
        empty={{ text: t('tenancies.history.empty') }}
      />
    </Stack>
  );
}

function historyColumns(): readonly Column<HistoryRow>[] {
  const reason = t('tenancies.history.reason');
  const by = t('tenancies.history.by');
  return [
    { key: 'date', title: t('tenancies.history.date'), kind: 'instant', value: ({ event_date }) => event_date },
    {
      key: 'event',
      title: t('tenancies.history.event'),
      value: ({ event_description }) => event_description,
      render: (row) => <EventCell row={row} />,
    },
    { key: 'reason', title: reason, value: ({ edit_reason }) => edit_reason, isHiddenOnPhone: true },
    {
      key: 'by',
      title: by,
      kind: 'person',
      value: ({ user_actioned }) => user_actioned,
      isHiddenOnPhone: true,
    },
  ];
}

const BREAKING = { display: 'inline-block', overflowWrap: 'anywhere', minWidth: '10rem' } as const;

function Values({ title, stored }: { title: string; stored: string | null }) {
  if (stored === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {title}: <Unbroken text={describeValues(stored).join(' · ')} />
    </Text>
  );
}

function EventCell({ row }: { row: HistoryRow }) {
  const { event_description, old_value, new_value, edit_reason, user_actioned } = row;
  return (
    <div style={BREAKING}>
      {event_description}
      <Values title={t('tenancies.history.before')} stored={old_value} />
      <Values title={t('tenancies.history.after')} stored={new_value} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <Unbroken text={[edit_reason, personName(user_actioned)].filter(Boolean).join(' · ')} />
      </Text>
    </div>
  );
}
