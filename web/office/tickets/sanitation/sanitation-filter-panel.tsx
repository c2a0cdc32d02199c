import { Group } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { PickedDays } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { priceChoices } from './price-choices.ts';
import type { TicketPeriod } from './use-ticket-period.ts';

const ALL = 'all';

interface TicketFiltersProps {
  price: string;
  choosePrice: (price: string | null) => void;
  period: TicketPeriod;
}

export function SanitationFilterPanel({ price, choosePrice, period }: TicketFiltersProps) {
  const { date, start, end, fault, chooseDate, chooseRange } = period;
  return (
    <Group gap="sm" align="flex-start">
      <ChoiceField
        label={t('tickets.filter.price')}
        data={[{ value: ALL, label: t('tickets.filter.allPrices') }, ...priceChoices()]}
        value={price || ALL}
        onChange={(chosen) => choosePrice(chosen === ALL ? null : chosen)}
        w={130}
      />
      <DayField
        label={t('tickets.filter.date')}
        placeholder={t('tickets.filter.today')}
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        appliesAtOnce
        clearable
        w={150}
      />
      <PickedDays from={start} to={end} fault={fault} onChange={chooseRange} />
    </Group>
  );
}
