import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { shortDay, warnOfSlip } from '../judge-entry.ts';
import { formatPair, pairOf } from '../read-price.ts';
import type { ImportReport } from './use-import.ts';

type Accepted = ImportReport['prices'][number];

function columns(): Column<Accepted>[] {
  return [
    { key: 'line', title: t('prices.report.line'), kind: 'number', value: ({ line }) => line, isHiddenOnPhone: true },
    { key: 'date', title: t('prices.list.date'), kind: 'day', value: ({ date }) => date },
    {
      key: 'item',
      title: t('prices.list.item'),
      value: ({ product }) => product,
      render: (row) => <Product row={row} />,
    },
    { key: 'prices', title: t('prices.report.prices'), value: (row) => formatPair(pairOf(row)) },
    { key: 'last', title: t('prices.report.last'), value: nameLast, isHiddenOnPhone: true },
    { key: 'status', title: t('prices.report.status'), value: nameStatus, isHiddenOnPhone: true },
  ];
}

export function AcceptedPrices({ report }: { report: ImportReport }) {
  const { prices, accepted, unusual } = report;
  if (prices.length === 0) return null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={2} size="h4">
          {t('prices.report.accepted')}
        </Title>
        {unusual > 0 && (
          <Badge color="turmeric" variant="light" tt="none">
            {t('prices.save.warnings', { count: unusual }).replace(/:$/, '')}
          </Badge>
        )}
      </Group>
      {accepted > prices.length && <Text size="sm">{t('prices.report.acceptedFirst', { count: prices.length })}</Text>}
      <DataTable
        label={t('prices.report.accepted')}
        columns={columns()}
        load={loaded(prices)}
        failure={t('prices.report.faultsFailed')}
        rowId={({ line }) => line}
        rowName={({ line }) => t('prices.report.lineName', { line: String(line) })}
        empty={{ text: t('prices.list.empty') }}
        search={t('prices.list.search')}
      />
    </Stack>
  );
}

function Product({ row }: { row: Accepted }) {
  return (
    <>
      <Text size="sm">{row.product}</Text>
      {slipsOf(row).map((warning) => (
        <Text key={warning} size="xs" fw={600} c="var(--mantine-color-turmeric-light-color)">
          {warning}
        </Text>
      ))}
    </>
  );
}

function slipsOf(row: Pick<Accepted, 'last' | 'slips' | 'min_price' | 'max_price'>): string[] {
  const { last, slips } = row;
  if (last === null) return [];
  const [pair, lastPair] = [pairOf(row), pairOf(last)];
  return slips.flatMap(({ side }) => warnOfSlip(side, pair[side], lastPair[side]) ?? []);
}

function nameLast({ date, last }: Accepted): string {
  return last ? `${formatPair(pairOf(last))} · ${shortDay(last.date, date)}` : '–';
}

function nameStatus({ status, old }: Accepted): string {
  if (status === 'updated' && old) return t('prices.note.was', { prices: formatPair(pairOf(old)) });
  return t(status === 'unchanged' ? 'prices.report.unchanged' : `prices.report.${status}`);
}
