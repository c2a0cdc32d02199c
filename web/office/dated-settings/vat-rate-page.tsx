import { Card, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { type Day, dayInMonth, monthOf } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { findNewestRate, type VatRate, vatRates } from '#contract/vat-rates.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { DatedSettingPage, fromColumn, percentText, StateChip, setColumns } from './dated-setting-page.tsx';

export function VatRatePage() {
  const load = useLoad('vat rates', (signal) => api(vatRates.list, {}, { signal }));
  const current = load.data?.find(({ applied_at }) => applied_at !== null)?.id;
  const columns = useMemo(() => columnsFor(current), [current]);
  return (
    <DatedSettingPage
      path="/update-vat-rate"
      subtitle={t('vat-rates.page.subtitle')}
      load={load}
      form={<VatRateForm rates={load.data ?? []} onTried={load.reload} />}
      columns={columns}
      exportColumns={[...plainColumns(), appliedColumn(t('vat-rates.column.applied'))]}
      rowId={({ id }) => id}
      rowName={({ vat_rate, valid_from }) =>
        t('vat-rates.table.row', { rate: percentText(vat_rate), day: formatOfficeDay(valid_from) })
      }
      isScheduled={({ applied_at }) => applied_at === null}
      cancel={cancelScheduledRate}
      texts={{
        label: t('vat-rates.table.label'),
        failure: t('vat-rates.table.failed'),
        search: t('vat-rates.table.search'),
        file: t('vat-rates.table.file'),
        empty: t('vat-rates.table.empty'),
        emptyHint: t('vat-rates.table.emptyHint'),
      }}
    />
  );
}

function plainColumns(): Column<VatRate>[] {
  return [
    { key: 'rate', title: t('vat-rates.column.rate'), kind: 'number', value: ({ vat_rate }) => vat_rate },
    fromColumn(t('vat-rates.column.from'), {
      day: ({ valid_from }) => valid_from,
      text: ({ valid_from }) => formatOfficeDay(valid_from),
    }),
    ...setColumns<VatRate>(),
  ];
}

function appliedColumn(title: string) {
  return { key: 'applied', title, kind: 'instant', value: ({ applied_at }: VatRate) => applied_at } as const;
}

function columnsFor(current: number | undefined): Column<VatRate>[] {
  const status = appliedColumn(t('vat-rates.column.status'));
  return [...plainColumns(), { ...status, render: (row) => <StatusCell row={row} isCurrent={row.id === current} /> }];
}

function StatusCell({ row: { applied_at }, isCurrent }: { row: VatRate; isCurrent: boolean }) {
  if (applied_at === null) return <StateChip state="scheduled" />;
  return (
    <span title={t('vat-rates.table.appliedAt', { time: formatInstant(applied_at) })}>
      <StateChip state={isCurrent ? 'current' : 'replaced'} />
    </span>
  );
}

function cancelScheduledRate({ id, vat_rate, valid_from }: VatRate): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  return confirmAndCall(
    {
      title: t('vat-rates.cancel.title', { rate: percentText(vat_rate), day }),
      body: t('vat-rates.cancel.text', { day }),
      action: t('vat-rates.cancel.action'),
      cancelLabel: t('vat-rates.cancel.keep'),
      isDangerous: true,
    },
    { call: () => api(vatRates.cancel, { params: { id: String(id) } }), failed: t('vat-rates.cancel.failed') },
  );
}

type Values = { newVatRate: number | string; valid_from: Day | null };

interface VatRateFormProps {
  rates: readonly VatRate[];
  onTried: () => void;
}

function VatRateForm({ rates, onTried }: VatRateFormProps) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: { newVatRate: '', valid_from: firstDay() } as Values,
    schema: vatRates.set.body,
    check: findFaults,
    ask: async (values) => ((await confirm(questionOf(values, rates))) ? {} : undefined),
    // The list is reloaded after a failure too, because the answer may have been lost.
    save: (values) => api(vatRates.set, { body: bodyOf(values) }, { ifMatch: versionOfRates(rates) }).finally(onTried),
    fallback: t('vat-rates.form.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 5);
      form.clear();
    },
  });
  return (
    <Card component="section" aria-labelledby="new-rate" withBorder padding="md">
      <Title order={2} size="h4" id="new-rate" mb="sm">
        {t('vat-rates.form.title')}
      </Title>
      <Form form={form} saveLabel={t('vat-rates.form.save')} withoutHint>
        <AmountField
          label={t('vat-rates.form.rate')}
          required
          rightSection={
            <Text size="sm" c="dimmed" aria-hidden>
              %
            </Text>
          }
          autoFocus
          {...form.field('newVatRate')}
        />
        <DayField
          label={t('vat-rates.form.from')}
          description={t('vat-rates.form.fromHint')}
          required
          earliest={firstDay()}
          {...form.field('valid_from')}
          value={form.inner.values.valid_from}
        />
      </Form>
    </Card>
  );
}

/** Returns the version of the rates that the user saw. If somebody else has set a rate, the save is refused. */
function versionOfRates(rates: readonly VatRate[]): string {
  return versionOf(vatRates.set, findNewestRate(rates) ?? {});
}

function firstDay(): Day {
  return dayInMonth(monthOf(browserToday()), 1);
}

function findFaults({ newVatRate, valid_from }: Values): Partial<Record<keyof Values, string>> {
  return {
    ...(!(amountOf(newVatRate) > 0) && { newVatRate: t('vat-rates.form.aboveZero') }),
    ...(valid_from === null && { valid_from: t('vat-rates.form.fromMissing') }),
    ...(valid_from !== null &&
      valid_from < firstDay() && {
        valid_from: t('vat-rates.form.fromTooEarly', { day: formatOfficeDay(firstDay()) }),
      }),
  };
}

function bodyOf({ newVatRate, valid_from }: Values) {
  return { newVatRate, ...(valid_from !== null && { valid_from }) };
}

function questionOf({ newVatRate, valid_from }: Values, rates: readonly VatRate[]) {
  const rate = percentText(amountOf(newVatRate));
  const day = formatOfficeDay(valid_from ?? browserToday());
  const isLater = valid_from !== null && valid_from > browserToday();
  const replaced = rates.find((one) => one.applied_at === null && one.valid_from === valid_from);
  const sentences = [
    t(isLater ? 'vat-rates.confirm.later' : 'vat-rates.confirm.now', { rate, day }),
    replaced ? t('vat-rates.confirm.replaced', { rate: percentText(replaced.vat_rate) }) : '',
    t('vat-rates.confirm.ownRates'),
  ];
  return {
    title: t('vat-rates.confirm.title', { rate }),
    body: sentences.filter(Boolean).join(' '),
    action: t('vat-rates.form.save'),
  };
}
