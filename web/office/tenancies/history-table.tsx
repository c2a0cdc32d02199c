import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { parseRupees, toRupees } from '#billing/money.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { eventName } from '../audit/event-name.ts';

type HistoryRow = TenancyFile['History'][number];

const PAGE_SIZE = 10;

export function HistoryTable({ file }: { file: TenancyFile }) {
  const columns = useMemo(historyColumns, []);
  const title = t('tenancies.history.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<HistoryRow>
        label={title}
        columns={columns}
        load={loaded(file.History)}
        failure={t('tenancies.page.failed')}
        rowId={({ audit_id }) => audit_id}
        rowName={({ event_type }) => eventName(event_type)}
        pageSize={PAGE_SIZE}
        prefix="history-"
        empty={{ text: t('tenancies.history.empty') }}
      />
    </Stack>
  );
}

function historyColumns(): readonly Column<HistoryRow>[] {
  const reason = t('tenancies.history.reason');
  const by = t('tenancies.history.by');
  return [
    { key: 'date', title: t('tenancies.history.date'), kind: 'instant', value: ({ event_date }) => event_date },
    {
      key: 'event',
      title: t('tenancies.history.event'),
      value: ({ event_description }) => event_description,
      render: (row) => <EventCell row={row} />,
    },
    { key: 'reason', title: reason, value: ({ edit_reason }) => edit_reason, isHiddenOnPhone: true },
    {
      key: 'by',
      title: by,
      kind: 'person',
      value: ({ user_actioned }) => user_actioned,
      isHiddenOnPhone: true,
    },
  ];
}

const BREAKING = { display: 'inline-block', overflowWrap: 'anywhere', minWidth: '10rem' } as const;

function Values({ title, stored }: { title: string; stored: string | null }) {
  if (stored === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {title}: <Unbroken text={describeValues(stored).join(' · ')} />
    </Text>
  );
}

function EventCell({ row }: { row: HistoryRow }) {
  const { event_description, old_value, new_value, edit_reason, user_actioned } = row;
  return (
    <div style={BREAKING}>
      {event_description}
      <Values title={t('tenancies.history.before')} stored={old_value} />
      <Values title={t('tenancies.history.after')} stored={new_value} />
      <Text size="xs" c="dimmed" hiddenFrom="sm">
        <Unbroken text={[edit_reason, personName(user_actioned)].filter(Boolean).join(' · ')} />
      </Text>
    </div>
  );
}

const FIELDS = [
  'name',
  'contact',
  'address',
  'email',
  'shop_name',
  'location',
  'rent_amount',
  'vat_rate',
  'operation_fee',
  'agreement_number',
  'agreement_note',
  'language',
] as const;
type Field = (typeof FIELDS)[number];

/** The labels by which the log names fields. Entries of earlier releases have the names of the fields instead. */
const LABELS: Partial<Record<Field, string>> = {
  contact: 'contact number',
  shop_name: 'shop name',
  rent_amount: 'rent amount',
  vat_rate: 'VAT rate',
  operation_fee: 'operation fee',
  agreement_number: 'agreement number',
  agreement_note: 'note on the agreement',
};

const NAMED = /^[A-Za-z][\w ]*: /;
const LANGUAGES = { en: 'en', si: 'si', ta: 'ta' } as const;

/**
 * Returns the values of a stored text, which is one amount or a list such as `rent_amount: 13125.00; vat_rate: 18`. A
 * value may itself contain a semicolon.
 */
export function describeValues(stored: string): string[] {
  const amount = moneyOf(stored);
  if (amount !== undefined) return [amount];
  const parts: string[] = [];
  for (const part of stored.split('; ')) {
    if (NAMED.test(part) || parts.length === 0) parts.push(part);
    else parts.push(`${parts.pop()}; ${part}`);
  }
  return parts.map(describePart);
}

function describePart(part: string): string {
  const [name = ''] = part.split(': ', 1);
  const field = FIELDS.find((one) => one === name || LABELS[one] === name);
  if (field === undefined) return part;
  const value = writeValue(field, part.slice(name.length + 2));
  return t('tenancies.history.value', { field: nameOf(field), value });
}

function nameOf(field: Field): string {
  return t(`tenancies.history.field.${field}`);
}

function writeValue(field: Field, value: string): string {
  if (field === 'rent_amount' || field === 'operation_fee') return moneyOf(value) ?? value;
  if (field === 'vat_rate') return t('tenancies.history.percent', { percent: value });
  if (field === 'language' && value in LANGUAGES) return word('language', value as keyof typeof LANGUAGES);
  return value === '' ? t('tenancies.history.nothing') : value;
}

function moneyOf(text: string): string | undefined {
  const amount = /^-?\d+\.\d{2}$/.test(text) ? parseRupees(text) : undefined;
  return amount === undefined ? undefined : formatMoney(toRupees(amount));
}
