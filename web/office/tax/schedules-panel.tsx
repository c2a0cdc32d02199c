import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { VatSchedulesAnswer } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

type InvoiceLine = VatSchedulesAnswer['invoices'][number];
type NoteLine = VatSchedulesAnswer['notes'][number];

function invoiceColumns(): readonly Column<InvoiceLine>[] {
  return [
    { key: 'number', title: t('tax.column.number'), value: ({ number }) => number },
    { key: 'date', title: t('tax.column.date'), kind: 'day', value: ({ date }) => date, isHiddenOnPhone: true },
    { key: 'tin', title: t('tax.column.tin'), value: ({ tin }) => tin, isHiddenOnPhone: true },
    { key: 'name', title: t('tax.column.name'), value: ({ name }) => name, isHiddenOnPhone: true },
    { key: 'value', title: t('tax.column.value'), kind: 'money', value: ({ value }) => value, isSummed: true },
    { key: 'vat', title: t('tax.column.vat'), kind: 'money', value: ({ vat }) => vat, isSummed: true },
  ];
}

function noteColumns(): readonly Column<NoteLine>[] {
  return [
    { key: 'number', title: t('tax.column.number'), value: ({ number }) => number },
    {
      key: 'kind',
      title: t('tax.column.kind'),
      value: ({ kind }) => t(kind === 'credit' ? 'tax.kind.credit' : 'tax.kind.debit'),
    },
    { key: 'date', title: t('tax.column.date'), kind: 'day', value: ({ date }) => date, isHiddenOnPhone: true },
    {
      key: 'invoice',
      title: t('tax.column.invoice'),
      value: ({ invoice_number }) => invoice_number,
      isHiddenOnPhone: true,
    },
    { key: 'tin', title: t('tax.column.tin'), value: ({ tin }) => tin, isHiddenOnPhone: true },
    { key: 'value', title: t('tax.column.value'), kind: 'money', value: ({ value }) => value },
    { key: 'vat', title: t('tax.column.vat'), kind: 'money', value: ({ vat }) => vat },
  ];
}

export function SchedulesPanel({ load }: { load: Load<VatSchedulesAnswer> }) {
  const invoices = useMemo(invoiceColumns, []);
  const notes = useMemo(noteColumns, []);
  return (
    <>
      <Stack component="section" gap="xs" aria-labelledby="schedule-01">
        <Title order={2} size="h4" id="schedule-01">
          {t('tax.schedules.invoices')}
        </Title>
        <DataTable<InvoiceLine>
          label={t('tax.schedules.invoices')}
          columns={invoices}
          load={{ ...load, data: load.data?.invoices }}
          failure={t('tax.schedules.failed')}
          rowId={({ number, tin }) => `${number} ${tin}`}
          rowName={({ number }) => number}
          empty={{ text: t('tax.schedules.noInvoices'), next: t('tax.schedules.emptyHint') }}
          prefix="01-"
        />
      </Stack>
      <Stack component="section" gap="xs" aria-labelledby="schedule-04">
        <Title order={2} size="h4" id="schedule-04">
          {t('tax.schedules.notes')}
        </Title>
        <DataTable<NoteLine>
          label={t('tax.schedules.notes')}
          columns={notes}
          load={{ ...load, data: load.data?.notes }}
          failure={t('tax.schedules.failed')}
          rowId={({ number }) => number}
          rowName={({ number }) => number}
          empty={{ text: t('tax.schedules.noNotes'), next: t('tax.schedules.emptyHint') }}
          prefix="04-"
        />
      </Stack>
    </>
  );
}
