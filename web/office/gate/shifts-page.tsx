import { Button } from '@mantine/core';
import { IconDeviceMobile, IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { gate, type Shift } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { openPrint } from '../tickets/print/print-ticket.ts';
import { shiftColumns, shiftSheetColumns } from './shift-table.tsx';

export function ShiftsPage() {
  const [chosen, chooseDate] = useAddressFilter('date');
  const date = dayOrNone(chosen);
  const seesSums = useMay('shifts.all');
  const columns = useMemo(() => shiftColumns(seesSums), [seesSums]);
  const load = useLoad(`shifts ${date}`, async (signal) =>
    openFirst(await api(gate.shifts, { query: { date: date ?? '' } }, { signal })),
  );
  return (
    <Screen path="/gate-shifts" actions={<ToGate />}>
      <DataTable<Shift>
        label={t('gate.shifts.label')}
        columns={columns}
        load={load}
        failure={t('gate.shifts.failed')}
        rowId={({ id }) => id}
        rowName={({ byWhom }) => t('gate.shifts.row', { issuer: byWhom })}
        search={t('gate.shifts.search')}
        rowActions={({ id, closed_at }) =>
          closed_at === null
            ? []
            : [{ label: t('gate.slip.open'), icon: IconPrinter, onClick: () => openPrint(`/print/shift/${id}`) }]
        }
        furtherText={deviceOf}
        filters={
          <DayField
            aria-label={t('gate.shifts.date')}
            placeholder={t('gate.shifts.allDays')}
            value={date}
            onChange={chooseDate}
            latest={browserToday()}
            appliesAtOnce
            clearable
            w={150}
          />
        }
        empty={{ text: t('gate.shifts.empty'), next: t('gate.shifts.emptyHint') }}
        exportName={t('gate.shifts.file')}
        exportColumns={shiftSheetColumns(seesSums)}
        nothingToExport={t('gate.shifts.nothingToExport')}
      />
    </Screen>
  );
}

function deviceOf({ device }: Shift): string {
  return device ?? '';
}

function openFirst(shifts: readonly Shift[]): Shift[] {
  return shifts.toSorted((a, b) => Number(a.closed_at !== null) - Number(b.closed_at !== null));
}

function ToGate() {
  return (
    <Button component="a" href="/gate" variant="default" leftSection={<IconDeviceMobile size={18} aria-hidden />}>
      {t('gate.shifts.gateScreen')}
    </Button>
  );
}
