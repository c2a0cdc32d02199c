import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Month } from '#billing/calendar.ts';
import type { MonthPartFigures } from '#contract/closings.ts';
import { writeFigure } from '#contract/figures.ts';
import type { MonthPart } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';

/** The page on which a part is done. */
const PLACES: Record<MonthPart, (month: Month) => string> = {
  generated: () => placeOf('/settings/generate-invoices'),
  brought_forward: (month) => placeOf('/invoices', { month }),
  printed: (month) => placeOf('/invoices', { month, status: 'newly-arrived' }),
  sent: (month) => placeOf('/invoices', { month }),
  seen: () => placeOf('/view-tenants'),
  confirmed: () => placeOf('/electronic-payments'),
  cheques: () => placeOf('/cheques'),
  sessions: () => placeOf('/cash-sessions'),
  banked: () => placeOf('/cash-sessions'),
  gate_cash: () => placeOf('/gate-shifts'),
  cash_in_hand: () => placeOf('/money-places'),
  claims: () => placeOf('/claims'),
  bank_lines: () => placeOf('/bank-accounts'),
  bank_unmatched: () => placeOf('/bank-accounts'),
  bank_differences: () => placeOf('/bank-accounts'),
  overdue: () => placeOf('/manager-dashboard'),
  vat_unregistered: () => placeOf('/settings/tax'),
  vat_schedule: () => placeOf('/vat-schedules'),
};

/** Parts that only those do who change ledgers. */
const WRITTEN: readonly MonthPart[] = ['generated'];

const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;
/** Long words of a narrow screen. */
const WRAPPED = { overflowWrap: 'anywhere' } as const;

interface PartsProps {
  parts: readonly MonthPartFigures[];
  month: Month;
}

/** What is not done, each with the page on which it is done. */
export function OpenParts({ parts, month }: PartsProps) {
  const mayWrite = useMay('books.write');
  const open = parts.filter((part) => part.open > 0);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.open')}
      </Title>
      {open.length === 0 ? (
        <Text size="sm">{t('closings.allDone')}</Text>
      ) : (
        <PartsPaper label={t('closings.open')}>
          <Table.Tbody>
            {open.map((row) => (
              <Table.Tr key={row.part}>
                <Table.Th scope="row" fw={400} style={WRAPPED}>
                  <OpenPart row={row} month={month} mayWrite={mayWrite} />
                </Table.Th>
                <Table.Td ta="end" style={FIGURES}>
                  {row.open_amount !== null && formatMoney(row.open_amount)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PartsPaper>
      )}
    </Stack>
  );
}

interface OpenPartProps {
  row: MonthPartFigures;
  month: Month;
  mayWrite: boolean;
}

function OpenPart({ row: { part, open }, month, mayWrite }: OpenPartProps) {
  const text = t(`closings.rest.${part}`, { count: open });
  if (WRITTEN.includes(part) && !mayWrite) return text;
  return (
    <Anchor component={Link} to={PLACES[part](month)} size="sm">
      {text}
    </Anchor>
  );
}

/** What the month is made of. */
export function PartsTable({ parts }: Pick<PartsProps, 'parts'>) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('closings.parts')}
      </Title>
      <PartsPaper label={t('closings.parts')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" style={WRAPPED}>
              {t('closings.column.part')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('closings.column.count')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('closings.column.money')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map(({ part, count, amount }) => (
            <Table.Tr key={part}>
              <Table.Th scope="row" fw={400} style={WRAPPED}>
                {word('monthPart', part)}
              </Table.Th>
              <Table.Td ta="end">{count}</Table.Td>
              <Table.Td ta="end" style={FIGURES}>
                {amount !== null && count > 0 && writeFigure(amount)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PartsPaper>
    </Stack>
  );
}

function PartsPaper({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder maw={720}>
      <Table aria-label={label} horizontalSpacing="sm">
        {children}
      </Table>
    </Paper>
  );
}
