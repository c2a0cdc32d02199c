import { Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { VatRate } from '#contract/vat-rates.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

function allColumns() {
  return {
    rate: { key: 'rate', title: t('vat-rates.column.rate'), kind: 'number', value: ({ vat_rate }) => vat_rate },
    from: { key: 'from', title: t('vat-rates.column.from'), kind: 'day', value: ({ valid_from }) => valid_from },
    setBy: { key: 'by', title: t('vat-rates.column.by'), value: ({ set_by }) => set_by, isHiddenOnPhone: true },
    setAt: {
      ...{ key: 'set', title: t('vat-rates.column.set'), kind: 'instant', value: ({ set_at }) => set_at },
      isHiddenOnPhone: true,
    },
    applied: {
      ...{ key: 'applied', title: t('vat-rates.column.applied'), kind: 'instant' },
      value: ({ applied_at }) => applied_at,
    },
  } as const satisfies Record<string, Column<VatRate>>;
}

function columnsFor(current: number | undefined): readonly Column<VatRate>[] {
  const { rate, from, setBy, setAt, applied } = allColumns();
  return [
    rate,
    { ...from, render: (row) => <FromCell row={row} /> },
    { ...setBy, render: ({ set_by }) => <span style={ANYWHERE}>{set_by}</span> },
    setAt,
    {
      ...applied,
      title: t('vat-rates.column.status'),
      render: (row) => <StatusCell row={row} isCurrent={row.id === current} />,
    },
  ];
}

interface VatRateTableProps {
  load: Load<readonly VatRate[]>;
  cancel: (rate: VatRate) => void;
}

export function VatRateTable({ load, cancel }: VatRateTableProps) {
  const current = load.data?.find(({ applied_at }) => applied_at !== null)?.id;
  const columns = useMemo(() => columnsFor(current), [current]);
  return (
    <DataTable
      label={t('vat-rates.table.label')}
      columns={columns}
      load={load}
      failure={t('vat-rates.table.failed')}
      rowId={({ id }) => id}
      rowName={({ vat_rate, valid_from }) =>
        t('vat-rates.table.row', { rate: percentText(vat_rate), day: formatOfficeDay(valid_from) })
      }
      rowActions={(row) =>
        row.applied_at === null
          ? [{ label: t('vat-rates.table.cancel'), icon: IconX, isDangerous: true, onClick: () => cancel(row) }]
          : []
      }
      search={t('vat-rates.table.search')}
      exportName={t('vat-rates.table.file')}
      exportColumns={Object.values(allColumns())}
      empty={{
        text: t('vat-rates.table.empty'),
        next: t('vat-rates.table.emptyHint'),
      }}
    />
  );
}

function FromCell({ row: { valid_from, set_by } }: { row: VatRate }) {
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{formatOfficeDay(valid_from)}</span>
      <PhoneOnly>
        <Text size="xs" c="dimmed" style={{ ...ANYWHERE, whiteSpace: 'normal' }}>
          {set_by}
        </Text>
      </PhoneOnly>
    </>
  );
}

function StatusCell({ row: { applied_at }, isCurrent }: { row: VatRate; isCurrent: boolean }) {
  if (applied_at === null) return <StatusChip status="Newly Arrived" word={t('vat-rates.status.scheduled')} />;
  return (
    <span title={t('vat-rates.table.appliedAt', { time: formatInstant(applied_at) })}>
      {isCurrent ? (
        <StatusChip status="Paid" word={t('vat-rates.status.current')} />
      ) : (
        <StatusChip status="Partially Paid" word={t('vat-rates.status.replaced')} />
      )}
    </span>
  );
}

/** `18%`. */
export function percentText(rate: number): string {
  return t('vat-rates.percent', { rate: formatNumber(rate) });
}
