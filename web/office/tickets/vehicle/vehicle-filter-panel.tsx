import { Group } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { SearchBox } from '#web/ui/table/search-box.tsx';

/** Chooses the day, and narrows its tickets by vehicle and by issuer. */
export function VehicleFilterPanel({ date }: { date: Day | null }) {
  const [, chooseDate] = useAddressFilter('date');
  const [vehicle, searchVehicle] = useAddressFilter('vehicle');
  const [issuer, searchIssuer] = useAddressFilter('issuer');
  return (
    <Group gap="sm" style={{ flex: '1 1 auto' }}>
      <DayField
        aria-label="Date"
        placeholder="Today"
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        clearable
        w={150}
      />
      <SearchBox label="Search by vehicle number" value={vehicle} onSearch={searchVehicle} />
      <SearchBox label="Search by issuer email" value={issuer} onSearch={searchIssuer} />
    </Group>
  );
}
