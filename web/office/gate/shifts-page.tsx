import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { isDay } from '#billing/calendar.ts';
import { gate, type Shift } from '#contract/gate.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { shiftColumns, shiftSheetColumns } from './shift-table.tsx';

/** The shifts of the gate: what was in the box, what was expected, what was counted, and why they differ. */
export function ShiftsPage() {
  const [asked, chooseDate] = useAddressFilter('date');
  const date = isDay(asked) ? asked : null;
  const load = useLoad(`shifts ${date}`, async (signal) =>
    openFirst(await api(gate.shifts, { query: { date: date ?? '' } }, { signal })),
  );
  return (
    <Screen path="/gate-shifts" actions={<ToGate />}>
      <DataTable<Shift>
        label="Gate shifts"
        columns={shiftColumns}
        load={load}
        failure="Failed to fetch the shifts."
        rowId={({ id }) => id}
        rowName={({ byWhom }) => `shift of ${byWhom}`}
        search="Search by e-mail, device or reason"
        furtherText={deviceOf}
        filters={
          <DayField
            aria-label="Date"
            placeholder="All days"
            value={date}
            onChange={chooseDate}
            latest={browserToday()}
            clearable
            w={150}
          />
        }
        empty={{ text: 'No shifts found.', next: 'A shift is opened on the gate screen.' }}
        exportName="Gate shifts"
        exportColumns={shiftSheetColumns}
        nothingToExport="No shifts to export"
      />
    </Screen>
  );
}

function deviceOf({ device }: Shift): string {
  return device ?? '';
}

/** Those that are still open first; the rest stays as it came, newest first. */
function openFirst(shifts: readonly Shift[]): Shift[] {
  return shifts.toSorted((a, b) => Number(a.closed_at !== null) - Number(b.closed_at !== null));
}

function ToGate() {
  return (
    <Button component="a" href="/gate" variant="default" leftSection={<IconDeviceMobile size={18} aria-hidden />}>
      Gate screen
    </Button>
  );
}
