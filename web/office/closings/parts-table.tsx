import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Month } from '#billing/calendar.ts';
import type { MonthPartFigures } from '#contract/closings.ts';
import type { MonthPart } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';

/** The page on which a part is done. */
const PLACES: Record<MonthPart, (month: Month) => string> = {
  generated: () => placeOf('/settings/generate-invoices'),
  printed: (month) => placeOf('/invoices', { month }),
  sent: (month) => placeOf('/invoices', { month }),
  seen: () => placeOf('/view-tenants'),
  confirmed: () => placeOf('/electronic-payments'),
  cheques: () => placeOf('/cheques'),
  sessions: () => placeOf('/cash-sessions'),
  banked: () => placeOf('/cash-sessions'),
  gate_cash: () => placeOf('/gate-shifts'),
  bank_lines: () => placeOf('/bank-accounts'),
  bank_differences: () => placeOf('/bank-accounts'),
  overdue: () => placeOf('/manager-dashboard'),
  vat_schedule: () => placeOf('/vat-schedules'),
};

/** Parts that only those do who change ledgers. */
const WRITTEN: readonly MonthPart[] = ['generated'];

/** The parts of a month, each with what is not done and the page on which it is done. */
export function PartsTable({ load, month }: { load: Load<readonly MonthPartFigures[]>; month: Month }) {
  const mayWrite = useMay('books.write');
  return (
    <DataTable<MonthPartFigures>
      label={t('closings.parts')}
      columns={columns(month, mayWrite)}
      load={load}
      failure={t('closings.failed')}
      rowId={({ part }) => `${month} ${part}`}
      rowName={({ part }) => word('monthPart', part)}
      pageSize={20}
      prefix="parts-"
      empty={{ text: t('closings.failed') }}
    />
  );
}

function columns(month: Month, mayWrite: boolean): readonly Column<MonthPartFigures>[] {
  return [
    { key: 'part', title: t('closings.column.part'), value: ({ part }) => word('monthPart', part) },
    { key: 'count', title: t('closings.column.count'), kind: 'number', value: ({ count }) => count },
    { key: 'amount', title: t('closings.column.amount'), kind: 'money', value: ({ amount }) => amount },
    {
      key: 'open',
      title: t('closings.column.open'),
      value: describeOpen,
      render: (row) => <OpenPart row={row} month={month} mayWrite={mayWrite} />,
      isKept: true,
    },
    {
      key: 'openAmount',
      title: t('closings.column.openAmount'),
      kind: 'money',
      value: ({ open_amount }) => open_amount,
      isHiddenOnPhone: true,
    },
  ];
}

interface OpenPartProps {
  row: MonthPartFigures;
  month: Month;
  mayWrite: boolean;
}

function OpenPart({ row, month, mayWrite }: OpenPartProps) {
  const text = describeOpen(row);
  if (row.open === 0 || (WRITTEN.includes(row.part) && !mayWrite)) return text;
  return (
    <Anchor component={Link} to={PLACES[row.part](month)} size="sm">
      {text}
    </Anchor>
  );
}

function describeOpen({ part, open }: MonthPartFigures): string {
  return open === 0 ? t('closings.done') : t(`closings.rest.${part}`, { count: open });
}
