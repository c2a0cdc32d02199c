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
const PLACES: Record<MonthPart, () => string> = {
  generated: () => placeOf('/settings/generate-invoices'),
  printed: () => placeOf('/invoices'),
  sent: () => placeOf('/invoices'),
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
      columns={columns(mayWrite)}
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

function columns(mayWrite: boolean): readonly Column<MonthPartFigures>[] {
  return [
    { key: 'part', title: t('closings.column.part'), value: ({ part }) => word('monthPart', part) },
    { key: 'count', title: t('closings.column.count'), kind: 'number', value: ({ count }) => count },
    { key: 'amount', title: t('closings.column.amount'), kind: 'money', value: ({ amount }) => amount },
    {
      key: 'open',
      title: t('closings.column.open'),
      kind: 'number',
      value: ({ open }) => open,
      render: (row) => <OpenPart row={row} mayWrite={mayWrite} />,
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

function OpenPart({ row: { part, open }, mayWrite }: { row: MonthPartFigures; mayWrite: boolean }) {
  if (open === 0) return t('closings.done');
  const text = describeOpen(part, open);
  if (WRITTEN.includes(part) && !mayWrite) return text;
  return (
    <Anchor component={Link} to={PLACES[part]()} size="sm">
      {text}
    </Anchor>
  );
}

function describeOpen(part: MonthPart, count: number): string {
  if (part === 'generated' || part === 'printed') return t(`closings.open.${part}`, { count });
  return String(count);
}
