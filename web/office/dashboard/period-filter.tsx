import { Group, Select } from '@mantine/core';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { months, usePeriod, yearChoices } from './period.ts';

/** All months stand for no month in the address, and for 0 of the older clients. */
const ALL = '0';

/** Chooses the month and the year of the figures. */
export function PeriodFilter() {
  const { year, month } = usePeriod();
  const [, chooseYear] = useAddressFilter('year');
  const [, chooseMonth] = useAddressFilter('month');
  const [newest] = yearChoices();
  return (
    <Group gap="sm">
      <Select
        aria-label="Month"
        data={[{ value: ALL, label: 'All Months' }, ...months]}
        value={month || ALL}
        onChange={(chosen) => chooseMonth(chosen === ALL ? null : chosen)}
        allowDeselect={false}
        maxDropdownHeight={480}
        w={150}
      />
      <Select
        aria-label="Year"
        data={yearChoices()}
        value={year}
        onChange={(chosen) => chooseYear(chosen === newest ? null : chosen)}
        allowDeselect={false}
        w={110}
      />
    </Group>
  );
}
