import { Group } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { SearchBox } from '#web/ui/table/search-box.tsx';

export function VehicleFilterPanel({ date }: { date: Day | null }) {
  const [, chooseDate] = useAddressFilter('date');
  const [vehicle, searchVehicle] = useAddressFilter('vehicle');
  const [issuer, searchIssuer] = useAddressFilter('issuer');
  return (
    <Group gap="sm" style={{ flex: '1 1 auto' }}>
      <DayField
        aria-label={t('tickets.filter.date')}
        placeholder={t('tickets.filter.today')}
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        appliesAtOnce
        clearable
        w={150}
      />
      <SearchBox label={t('tickets.vehicle.searchNumber')} value={vehicle} onSearch={searchVehicle} />
      <SearchBox label={t('tickets.vehicle.searchIssuer')} value={issuer} onSearch={searchIssuer} />
    </Group>
  );
}
