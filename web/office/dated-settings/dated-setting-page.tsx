import IconX from 'virtual:icons/x';
import type { OfficePath } from 'virtual:office/pages';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Day, Instant } from '#billing/calendar.ts';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { PersonName } from '#web/ui/format/person.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { Screen } from '../screen.tsx';
import classes from './dated-setting-page.module.css';

const CHIPS = { scheduled: 'Newly Arrived', current: 'Paid', replaced: 'Partially Paid' } as const;

const ANYWHERE = { overflowWrap: 'anywhere' } as const;

type DatedState = keyof typeof CHIPS;

interface Dated {
  set_by: string;
  set_at: Instant;
}

interface DatedSettingPageProps<Row> {
  path: OfficePath;
  subtitle: string;
  load: Load<readonly Row[]>;
  form: ReactNode;
  columns: readonly Column<Row>[];
  exportColumns?: readonly Column<Row>[];
  rowId: (row: Row) => string | number;
  rowName: (row: Row) => string;
  isScheduled: (row: Row) => boolean;
  /** Cancels a future row. Returns true when the list must be reloaded. */
  cancel: (row: Row) => Promise<boolean>;
  texts: { label: string; failure: string; search: string; file: string; empty: string; emptyHint: string };
  /** A note below the table, shown when the table has rows. */
  note?: string;
}

/**
 * The page of a setting whose values each apply from a day or month on: a form beside the list of values. Future values
 * can be cancelled.
 */
export function DatedSettingPage<Row extends Dated>({
  path,
  subtitle,
  load,
  form,
  isScheduled,
  cancel,
  texts,
  note,
  exportColumns,
  ...table
}: DatedSettingPageProps<Row>) {
  const cancelRow = async (row: Row) => {
    if (await cancel(row)) load.reload();
  };
  return (
    <Screen path={path} subtitle={subtitle}>
      <div className={classes.columns}>
        {form}
        <Stack gap="xs">
          <DataTable<Row>
            {...table}
            label={texts.label}
            load={load}
            failure={texts.failure}
            rowActions={(row) =>
              isScheduled(row)
                ? [
                    {
                      label: t('vat-rates.table.cancel'),
                      icon: IconX,
                      isDangerous: true,
                      onClick: () => void cancelRow(row),
                    },
                  ]
                : []
            }
            search={texts.search}
            exportName={texts.file}
            {...(exportColumns && { exportColumns })}
            empty={{ text: texts.empty, next: texts.emptyHint }}
          />
          {note !== undefined && load.data !== undefined && load.data.length > 0 && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Stack>
      </div>
    </Screen>
  );
}

/** The column of the day or month from which a value applies. On a phone it also shows who set the value. */
export function fromColumn<Row extends Dated>(
  title: string,
  from: { day: (row: Row) => Day; text: (row: Row) => string },
): Column<Row> {
  return {
    key: 'from',
    title,
    kind: 'day',
    value: from.day,
    render: (row) => (
      <>
        <span style={{ whiteSpace: 'nowrap' }}>{from.text(row)}</span>
        <PhoneOnly>
          <Text size="xs" c="dimmed" style={{ ...ANYWHERE, whiteSpace: 'normal' }}>
            <PersonName email={row.set_by} />
          </Text>
        </PhoneOnly>
      </>
    ),
  };
}

/** Columns that show who set a value, and when. */
export function setColumns<Row extends Dated>(): Column<Row>[] {
  return [
    {
      key: 'by',
      title: t('vat-rates.column.by'),
      kind: 'person',
      value: ({ set_by }) => set_by,
      isHiddenOnPhone: true,
    },
    {
      key: 'set',
      title: t('vat-rates.column.set'),
      kind: 'instant',
      value: ({ set_at }) => set_at,
      isHiddenOnPhone: true,
    },
  ];
}

export function stateText(state: DatedState): string {
  return t(`vat-rates.status.${state}`);
}

export function StateChip({ state }: { state: DatedState }) {
  return <StatusChip status={CHIPS[state]} word={stateText(state)} />;
}

/** Returns a rate such as `18%`. */
export function percentText(rate: number): string {
  return t('vat-rates.percent', { rate: writeNumber(rate) });
}
