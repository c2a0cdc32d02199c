import IconLockOpen from 'virtual:icons/lock-open';
import { Stack, Text, Title } from '@mantine/core';
import type { Month } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { closings, type MonthClosing } from '#contract/closings.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { sumOfParts } from '../bank/describe-part.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';
import { useMay } from '../session/use-may.ts';

type ClosedChange = Answer<typeof closings.changes>[number];

/** The entries of later months that belong to days of a closed one. */
export function LaterTable({ month }: { month: Month }) {
  const load = useLoad(`later ${month}`, (signal) =>
    api(closings.changes, { params: { month }, query: { of: 'day' } }, { signal }),
  );
  const { data } = load;
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.later')}
      </Title>
      {data && data.length > 0 && (
        <Text size="sm" maw="70ch" role="status">
          {t('closings.later.about', { count: data.length, amount: formatMoney(sumOfParts(data)) })}
        </Text>
      )}
      <DataTable<ClosedChange>
        label={t('closings.later')}
        columns={changeColumns()}
        load={load}
        failure={t('closings.changes.failed')}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        prefix="later-"
        empty={{ text: t('closings.later.none') }}
      />
    </Stack>
  );
}

/** The entries of a month that belong to days of months closed before. */
export function ChangesTable({ month }: { month: Month }) {
  const load = useLoad(`changes ${month}`, (signal) =>
    api(closings.changes, { params: { month }, query: {} }, { signal }),
  );
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.changes')}
      </Title>
      <Text size="sm" maw="70ch">
        {t('closings.changes.about')}
      </Text>
      <DataTable<ClosedChange>
        label={t('closings.changes')}
        columns={changeColumns()}
        load={load}
        failure={t('closings.changes.failed')}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
        prefix="changes-"
        empty={{ text: t('closings.changes.none') }}
      />
    </Stack>
  );
}

function changeColumns(): readonly Column<ClosedChange>[] {
  return [
    { key: 'id', title: t('closings.changes.entry'), value: ({ id }) => id },
    { key: 'ofDay', title: t('closings.changes.ofDay'), kind: 'day', value: ({ of_day }) => of_day },
    { key: 'day', title: t('closings.changes.day'), kind: 'day', value: ({ day }) => day },
    { key: 'amount', title: t('closings.column.amount'), kind: 'money', value: ({ amount }) => amount },
    { key: 'text', title: t('closings.changes.text'), value: ({ text }) => text, isHiddenOnPhone: true },
  ];
}

/** All closings. A superadmin reopens the last one, with a reason. */
export function ClosingsTable({ load, reload }: { load: Load<readonly MonthClosing[]>; reload: () => void }) {
  const mayReopen = useMay('settings.write');
  const last = load.data?.find(({ reopened_at }) => reopened_at === null);
  const reopen = async (closing: MonthClosing) => {
    if (await askReopen(closing)) reload();
  };
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.list')}
      </Title>
      <DataTable<MonthClosing>
        label={t('closings.list')}
        columns={closingColumns()}
        load={load}
        failure={t('closings.list.failed')}
        rowId={({ closing_id }) => closing_id}
        rowName={({ month }) => formatMonth(month)}
        rowActions={(closing) =>
          mayReopen && closing === last
            ? [{ label: t('closings.reopen'), icon: IconLockOpen, onClick: () => void reopen(closing) }]
            : []
        }
        prefix="closings-"
        pageSize={20}
        empty={{ text: t('closings.list.none') }}
      />
    </Stack>
  );
}

function askReopen({ closing_id, month }: MonthClosing): Promise<boolean> {
  const title = t('closings.reopenTitle', { month: formatMonth(month) });
  return askReason({ title, sentence: t('closings.reopenBody'), action: t('closings.reopen') }, (reason) =>
    callAndTell({
      call: () => api(closings.reopen, { params: { id: String(closing_id) }, body: { reason } }),
      doneSeconds: 4,
      failed: t('closings.reopenFailed'),
    }),
  );
}

function closingColumns(): readonly Column<MonthClosing>[] {
  return [
    { key: 'month', title: t('closings.list.month'), value: ({ month }) => formatMonth(month) },
    { key: 'closed', title: t('closings.list.closed'), kind: 'instant', value: ({ closed_at }) => closed_at },
    { key: 'by', title: t('closings.list.by'), kind: 'person', value: ({ closed_by }) => closed_by },
    {
      key: 'rests',
      title: t('closings.list.rests'),
      value: ({ rests }) => rests.map(({ part, open }) => t(`closings.rest.${part}`, { count: open })).join('; '),
      isHiddenOnPhone: true,
    },
    {
      key: 'entries',
      title: t('closings.list.entries'),
      kind: 'number',
      value: ({ entries }) => entries,
      isHiddenOnPhone: true,
    },
    { key: 'reopened', title: t('closings.list.reopened'), value: describeReopening, isHiddenOnPhone: true },
  ];
}

function describeReopening({ reopened_at, reopened_by, reason }: MonthClosing): string | null {
  if (reopened_at === null) return null;
  return t('closings.list.reopenedBy', {
    time: formatInstant(reopened_at),
    name: reopened_by ?? '',
    reason: reason ?? '',
  });
}
