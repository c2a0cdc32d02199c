import { Card, SimpleGrid, Title } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { findNewestTariff, type Tariff, tariff } from '#contract/tariff.ts';
import { type VehicleType, vehicleTypes } from '#contract/tickets.ts';
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
import { findCurrentTariff } from './find-current-tariff.ts';

type Values = Record<VehicleType, number | string> & { valid_from: Day | null };

const NO_PRICES = { Lorry: '', Van: '', 'Three-Wheeler': '', Motorbike: '', Car: '' };

interface TariffFormProps {
  tariffs: readonly Tariff[];
  onTried: () => void;
}

export function TariffForm({ tariffs, onTried }: TariffFormProps) {
  const current = findCurrentTariff(tariffs)?.prices ?? NO_PRICES;
  const ifMatch = versionOf(tariff.set, findNewestTariff(tariffs) ?? {});
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: { ...current, valid_from: browserToday() } as Values,
    check: findFaults,
    ask: async (values) => ((await confirm(questionOf(values, tariffs))) ? {} : undefined),
    save: (values) => api(tariff.set, { body: bodyOf(values) }, { ifMatch }).finally(onTried),
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
          {vehicleTypes.map((type) => (
            <AmountField key={type} label={t(`stored.${type}`)} required {...form.field(type)} />
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

function findFaults(values: Values): Partial<Record<keyof Values, string>> {
  const wrong = vehicleTypes.filter((type) => !(amountOf(values[type]) > 0));
  return {
    ...Object.fromEntries(wrong.map((type) => [type, t('tariff.form.priceMissing')])),
    ...(values.valid_from === null && { valid_from: t('tariff.form.fromMissing') }),
  };
}

function bodyOf({ valid_from, ...typed }: Values) {
  const { Lorry, Van, 'Three-Wheeler': threeWheeler, Motorbike, Car } = typed;
  const prices = {
    ...{ Lorry: amountOf(Lorry), Van: amountOf(Van), 'Three-Wheeler': amountOf(threeWheeler) },
    ...{ Motorbike: amountOf(Motorbike), Car: amountOf(Car) },
  };
  return { prices, ...(valid_from !== null && { valid_from }) };
}

function questionOf(values: Values, tariffs: readonly Tariff[]) {
  const from = values.valid_from ?? browserToday();
  const day = formatOfficeDay(from);
  const isLater = from > browserToday();
  const isReplaced = isLater && tariffs.some(({ valid_from }) => valid_from === from);
  const prices = vehicleTypes.map((type) => `${t(`stored.${type}`)} ${formatMoney(amountOf(values[type]))}`).join(', ');
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
