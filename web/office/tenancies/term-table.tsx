import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { writeNumber } from '#contract/figures.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';

type TermRow = TenancyFile['Terms'][number];

type NumberedTerm = TermRow & { number: number };

const PAGE_SIZE = 10;

export function TermTable({ terms }: { terms: readonly TermRow[] }) {
  const columns = useMemo(termColumns, []);
  const rows = useMemo(() => terms.map((term, number) => ({ ...term, number })), [terms]);
  const title = t('tenancies.terms.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<NumberedTerm>
        label={title}
        columns={columns}
        load={loaded(rows)}
        failure={t('tenancies.page.failed')}
        rowId={({ number }) => number}
        rowName={nameOfTerm}
        pageSize={PAGE_SIZE}
        prefix="terms-"
        empty={{ text: t('tenancies.terms.empty') }}
      />
    </Stack>
  );
}

function termColumns(): readonly Column<NumberedTerm>[] {
  return [
    { key: 'from', title: t('tenancies.terms.from'), kind: 'day', value: ({ valid_from }) => valid_from },
    {
      key: 'term',
      title: t('tenancies.terms.term'),
      value: nameOfTerm,
      render: (row) => (
        <>
          <span style={{ whiteSpace: 'nowrap' }}>{nameOfTerm(row)}</span>
          <PhoneOnly>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <Unbroken
                text={[row.reason, formatInstant(row.set_at), personName(row.set_by)].filter(Boolean).join(' · ')}
              />
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    {
      key: 'amount',
      title: t('tenancies.terms.amount'),
      kind: 'number',
      value: (row) => row.amount,
      render: (row) => (row.term === 'vat_rate' ? `${writeNumber(row.amount)}%` : formatMoney(row.amount)),
      isSortable: false,
    },
    { key: 'reason', title: t('tenancies.terms.reason'), value: (row) => row.reason, isHiddenOnPhone: true },
    {
      key: 'entered',
      title: t('tenancies.terms.setAt'),
      kind: 'instant',
      value: ({ set_at }) => set_at,
      isHiddenOnPhone: true,
    },
    {
      key: 'by',
      title: t('tenancies.terms.by'),
      kind: 'person',
      value: ({ set_by }) => set_by,
      isHiddenOnPhone: true,
    },
  ];
}

function nameOfTerm({ term }: TermRow): string {
  return t('tenancies.terms.name', { term });
}
