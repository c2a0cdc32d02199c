import { Group, Select } from '@mantine/core';
import { sanitationPrices } from '#contract/tickets.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import type { TicketPeriod } from './use-ticket-period.ts';

const ALL = 'all';

interface TicketFiltersProps {
  /** `20` or `100`; empty for both. */
  price: string;
  choosePrice: (price: string | null) => void;
  period: TicketPeriod;
}

/** Narrows the tickets by price, and by a date or a range of them. */
export function SanitationFilterPanel({ price, choosePrice, period }: TicketFiltersProps) {
  const { date, start, end, fault, chooseDate, chooseRange } = period;
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label="Price"
        data={[
          { value: ALL, label: 'All prices' },
          ...sanitationPrices.map((each) => ({ value: String(each), label: `Rs ${each}` })),
        ]}
        value={price || ALL}
        onChange={(chosen) => choosePrice(chosen === ALL ? null : chosen)}
        allowDeselect={false}
        w={130}
      />
      <DayField
        label="Date"
        placeholder="Today"
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        clearable
        w={150}
      />
      <DayField
        label="From"
        value={start}
        onChange={(chosen) => chooseRange(chosen, end)}
        latest={browserToday()}
        clearable
        w={150}
        error={fault}
      />
      <DayField
        label="To"
        value={end}
        onChange={(chosen) => chooseRange(start, chosen)}
        latest={browserToday()}
        clearable
        w={150}
      />
    </Group>
  );
}
