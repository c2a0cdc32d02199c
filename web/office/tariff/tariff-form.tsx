import { Card, SimpleGrid, Title } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { findNewestTariff, type Tariff, tariff, type VehicleType } from '#contract/tariff.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';
import { findCurrentTariff } from './find-current-tariff.ts';

/** Named by id, because a name can contain a point. */
type PriceField = `price_${number}`;
type Values = Record<PriceField, number | string> & { valid_from: Day | null };

interface TariffFormProps {
  tariffs: readonly Tariff[];
  /** The types that are offered. */
  types: readonly VehicleType[];
  onTried: () => void;
}

export function TariffForm({ tariffs, types, onTried }: TariffFormProps) {
  const current = findCurrentTariff(tariffs)?.prices ?? {};
  const ifMatch = versionOf(tariff.set, findNewestTariff(tariffs) ?? {});
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: {
      ...Object.fromEntries(types.map((type) => [fieldOf(type), current[type.name] ?? ''])),
      valid_from: browserToday(),
    } as Values,
    check: (values) => findFaults(values, types),
    ask: async (values) => ((await confirm(questionOf(values, tariffs, types))) ? {} : undefined),
    save: (values) => api(tariff.set, { body: bodyOf(values, types) }, { ifMatch }).finally(onTried),
    fallback: t('tariff.form.failed'),
    onSaved: ({ message }) => toastDone(message, 5),
  });
  return (
    <Card component="section" aria-labelledby="new-prices" withBorder padding="md">
      <Title order={2} size="h4" id="new-prices" mb="sm">
        {t('tariff.form.title')}
      </Title>
      <Form form={form} saveLabel={t('tariff.form.save')} withoutHint>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
          {types.map((type) => (
            <AmountField key={type.name} label={localName(type)} required {...form.field(fieldOf(type))} />
          ))}
          <DayField
            label={t('tariff.form.from')}
            required
            earliest={browserToday()}
            {...form.field('valid_from')}
            value={form.inner.values.valid_from}
          />
        </SimpleGrid>
      </Form>
    </Card>
  );
}

function fieldOf({ vehicle_type_id }: VehicleType): PriceField {
  return `price_${vehicle_type_id}`;
}

function findFaults(values: Values, types: readonly VehicleType[]): Partial<Record<keyof Values, string>> {
  const wrong = types.map(fieldOf).filter((field) => !(amountOf(values[field] ?? '') > 0));
  return {
    ...Object.fromEntries(wrong.map((field) => [field, t('tariff.form.priceMissing')])),
    ...(values.valid_from === null && { valid_from: t('tariff.form.fromMissing') }),
  };
}

function bodyOf({ valid_from, ...typed }: Values, types: readonly VehicleType[]) {
  const prices = Object.fromEntries(types.map((type) => [type.name, amountOf(typed[fieldOf(type)] ?? '')]));
  return { prices, ...(valid_from !== null && { valid_from }) };
}

function questionOf(values: Values, tariffs: readonly Tariff[], types: readonly VehicleType[]) {
  const from = values.valid_from ?? browserToday();
  const day = formatOfficeDay(from);
  const isLater = from > browserToday();
  const isReplaced = isLater && tariffs.some(({ valid_from }) => valid_from === from);
  const prices = types
    .map((type) => `${localName(type)} ${formatMoney(amountOf(values[fieldOf(type)] ?? ''))}`)
    .join(', ');
  const sentences = [
    t(isLater ? 'tariff.confirm.later' : 'tariff.confirm.now', { day, prices }),
    isReplaced ? t('tariff.confirm.replaced', { day }) : '',
    t('tariff.confirm.phones'),
  ];
  return {
    title: t('tariff.confirm.title'),
    body: sentences.filter(Boolean).join(' '),
    action: t('tariff.form.save'),
  };
}
