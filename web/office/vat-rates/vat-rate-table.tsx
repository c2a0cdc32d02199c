import { Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { VatRate } from '#contract/vat-rates.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

/** A long word breaks rather than widens its cell. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const;

const rate: Column<VatRate> = { key: 'rate', title: 'Rate, %', kind: 'number', value: ({ vat_rate }) => vat_rate };
const from: Column<VatRate> = { key: 'from', title: 'Holds from', kind: 'day', value: ({ valid_from }) => valid_from };
const setBy: Column<VatRate> = { key: 'by', title: 'Set by', value: ({ set_by }) => set_by, isHiddenOnPhone: true };
const setAt: Column<VatRate> = {
  ...{ key: 'set', title: 'Set on', kind: 'instant', value: ({ set_at }) => set_at },
  isHiddenOnPhone: true,
};
const applied: Column<VatRate> = {
  ...{ key: 'applied', title: 'Applied', kind: 'instant', value: ({ applied_at }) => applied_at },
};

/** `holds`: the rate that was applied last; the list has it above those that it replaced. */
const columnsFor = (holds: number | undefined): readonly Column<VatRate>[] => [
  rate,
  { ...from, render: (row) => <FromCell row={row} /> },
  { ...setBy, render: ({ set_by }) => <span style={ANYWHERE}>{set_by}</span> },
  setAt,
  { ...applied, title: 'State', render: (row) => <StateCell row={row} holds={row.id === holds} /> },
];

interface VatRateTableProps {
  load: Load<readonly VatRate[]>;
  takeBack: (rate: VatRate) => void;
}

/** Every rate that was or will be set for all shops; those to come can be taken back. */
export function VatRateTable({ load, takeBack }: VatRateTableProps) {
  return (
    <DataTable
      label="VAT rates"
      columns={columnsFor(load.data?.find(({ applied_at }) => applied_at !== null)?.id)}
      load={load}
      failure="Failed to fetch the VAT rates."
      rowId={({ id }) => id}
      rowName={({ vat_rate, valid_from }) => `${formatNumber(vat_rate)} % from ${formatOfficeDay(valid_from)}`}
      rowActions={(row) =>
        row.applied_at === null
          ? [{ label: 'Take back', icon: IconArrowBackUp, isDangerous: true, onClick: () => takeBack(row) }]
          : []
      }
      search="Search by who set it"
      exportName="VAT rates"
      exportColumns={[rate, from, setBy, setAt, applied]}
      empty={{
        text: 'No rate has been set for all shops yet.',
        next: 'Each shop has the rate that was entered with it.',
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

function StateCell({ row: { applied_at }, holds }: { row: VatRate; holds: boolean }) {
  if (applied_at === null) return <StatusChip status="Newly Arrived" word="To come" />;
  return (
    <span title={`Applied ${formatInstant(applied_at)}`}>
      {holds ? <StatusChip status="Paid" word="Holds now" /> : <StatusChip status="Partially Paid" word="Replaced" />}
    </span>
  );
}
