import { Badge, Box, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { weekdayOf } from '#billing/calendar.ts';
import type { MarketDay } from '#contract/market-days.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { otherNames } from '../local-name.ts';
import { localReason, reasonsOf } from './map-day.ts';
import { weekdayNameOf } from './open-weekdays-form.tsx';
import { calendarYearChoices, UPCOMING, useCalendarPeriod } from './use-year.ts';

function dateColumn(): Column<MarketDay> {
  return {
    key: 'date',
    title: t('market-days.table.date'),
    kind: 'day',
    value: (day) => day.date,
    render: (day) => <DateCell day={day} />,
    width: '8.5rem',
  };
}

function kindColumn(): Column<MarketDay> {
  return {
    key: 'kind',
    title: t('market-days.table.day'),
    value: kindName,
    render: (day) => <KindBadge day={day} />,
    isHiddenOnPhone: true,
    width: '8rem',
  };
}

function reasonColumn(): Column<MarketDay> {
  return {
    key: 'reason',
    title: t('market-days.table.reason'),
    value: localReason,
    render: (day) => <ReasonCell day={day} />,
  };
}

function fileColumns(): Column<MarketDay>[] {
  return [
    dateColumn(),
    { key: 'weekday', title: t('market-days.table.weekday'), value: weekdayName },
    kindColumn(),
    { key: 'reason', title: t('market-days.table.reason'), value: ({ reason }) => reason },
    { key: 'reason_si', title: t('market-days.table.si'), value: ({ reason_si }) => reason_si },
    { key: 'reason_ta', title: t('market-days.table.ta'), value: ({ reason_ta }) => reason_ta },
  ];
}

const DAYS_OF_YEAR = 366;

export function placeOfDay(date: MarketDay['date']): string {
  return `market-day-${date}`;
}

interface DayTableProps {
  load: Load<readonly MarketDay[]>;
  edit: (day: MarketDay) => void;
  remove: (day: MarketDay) => void;
}

export function DayTable({ load, edit, remove }: DayTableProps) {
  const { period, year: shownYear, choose } = useCalendarPeriod();
  const upcoming = t('market-days.table.upcoming');
  const year = period === UPCOMING ? upcoming : shownYear;
  return (
    <DataTable
      label={t('market-days.table.label', { year })}
      columns={[dateColumn(), kindColumn(), reasonColumn()]}
      load={load}
      failure={t('market-days.table.failed')}
      rowId={({ date: day }) => day}
      rowName={({ date: day }) => formatOfficeDay(day)}
      rowActions={(day) => [
        { label: t('market-days.table.edit'), icon: IconPencil, onClick: () => edit(day) },
        { label: t('market-days.table.remove'), icon: IconTrash, isDangerous: true, onClick: () => remove(day) },
      ]}
      search={t('market-days.table.search')}
      furtherText={({ reason, reason_si, reason_ta }) => [reason, reason_si, reason_ta].join('\n')}
      filters={
        <ChoiceField
          aria-label={t('market-days.table.year')}
          data={[{ value: UPCOMING, label: upcoming }, ...calendarYearChoices(shownYear)]}
          value={period}
          onChange={choose}
          w={150}
        />
      }
      pageSize={DAYS_OF_YEAR}
      exportName={t('market-days.table.file', { year })}
      exportColumns={fileColumns()}
      empty={{
        text: period === UPCOMING ? t('market-days.table.emptyUpcoming') : t('market-days.table.empty', { year }),
        next: t('market-days.table.emptyNext'),
      }}
    />
  );
}

function DateCell({ day }: { day: MarketDay }) {
  return (
    <div id={placeOfDay(day.date)}>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {formatOfficeDay(day.date)}
      </Text>
      <Text size="xs" c="dimmed">
        {weekdayName(day)}
      </Text>
    </div>
  );
}

function KindBadge({ day }: { day: MarketDay }) {
  return (
    <Badge variant="light" color={day.kind === 'open' ? 'green' : 'gray'} tt="none" radius="sm">
      {kindName(day)}
    </Badge>
  );
}

function ReasonCell({ day }: { day: MarketDay }) {
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{localReason(day)}</Text>
      {otherNames(reasonsOf(day)).map(({ lang, text }) => (
        <Text key={lang} size="xs" c="dimmed" lang={lang}>
          {text}
        </Text>
      ))}
      <Box hiddenFrom="sm">
        <KindBadge day={day} />
      </Box>
    </Stack>
  );
}

function weekdayName(day: MarketDay): string {
  return weekdayNameOf(weekdayOf(day.date));
}

function kindName({ kind }: MarketDay): string {
  return t(`market-days.kind.${kind}`);
}
