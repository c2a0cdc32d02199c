import IconMoonStars from 'virtual:icons/moon-stars';
import IconPencil from 'virtual:icons/pencil';
import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { Badge, Box, Button, Checkbox, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { addDays, addMonths, type Day, day, weekdayOf } from '#billing/calendar.ts';
import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { weekdayNames } from '#contract/messages/day-words.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { yearsAround } from '#web/ui/address/use-period.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { browserToday, browserYear } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { otherNames } from '../local-name.ts';
import { Screen } from '../screen.tsx';
import { DayDialog } from './day-dialog.tsx';
import { localReason, reasonsOf } from './map-day.ts';

export function MarketCalendarPage() {
  const { year, from, to, choose } = useCalendarPeriod();
  const load = useLoad(`market days ${from} ${to}`, async (signal) => {
    return (await api(marketDays.calendar, { query: { from, to } }, { signal })).days;
  });
  const [saved, setSaved] = useState<MarketDay['date']>();
  useEffect(() => {
    if (saved !== undefined && load.data?.some(({ date }) => date === saved))
      document.getElementById(placeOfDay(saved))?.scrollIntoView({ block: 'center' });
  }, [saved, load.data]);
  const [open, setOpen] = useState<{ edited: MarketDay | undefined }>();
  const remove = async (day: MarketDay) => {
    if (await askToRemoveDay(day)) load.reload();
  };
  const onSaved = (message: string, { date }: MarketDay) => {
    toastDone(message, 3);
    setSaved(date);
    if (date >= from && date <= to) load.reload();
    else choose(date.slice(0, 4));
  };
  return (
    <Screen
      path="/market-calendar"
      subtitle={t('market-days.subtitle')}
      actions={
        <>
          <PoyaButton year={year} onAdded={load.reload} />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ edited: undefined })}>
            {t('market-days.add')}
          </Button>
        </>
      }
    >
      <OpenWeekdaysPanel />
      <Title order={2} size="h4">
        {t('market-days.title')}
      </Title>
      <DayTable load={load} edit={(edited) => setOpen({ edited })} remove={(day) => void remove(day)} />
      {open && <DayDialog edited={open.edited} onClose={() => setOpen(undefined)} onSaved={onSaved} />}
    </Screen>
  );
}

function OpenWeekdaysPanel() {
  const load = useLoad('open weekdays', (signal) => api(marketDays.calendar, {}, { signal }));
  return (
    <AsyncState load={load} failure={t('market-days.weekdays.loadFailed')} skeleton={<Skeleton height={150} />}>
      {({ open_weekdays }) => <OpenWeekdays key={open_weekdays.join()} open={open_weekdays} onSaved={load.reload} />}
    </AsyncState>
  );
}

function PoyaButton({ year, onAdded }: { year: string; onAdded: () => void }) {
  const [isAdding, setIsAdding] = useState(false);
  const add = async () => {
    setIsAdding(true);
    try {
      const { message } = await api(marketDays.addPoyaDays, { body: { year: Number(year) } });
      toastDone(message, 3);
      onAdded();
    } catch (error) {
      toastFailed(sentenceOf(error, t('market-days.addPoya.failed')), 4);
    } finally {
      setIsAdding(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isAdding}
      leftSection={<IconMoonStars size={18} aria-hidden />}
      onClick={() => void add()}
    >
      {t('market-days.addPoya', { year })}
    </Button>
  );
}

function askToRemoveDay(day: MarketDay): Promise<boolean> {
  const { date, kind } = day;
  return confirmAndCall(
    {
      title: t('market-days.remove.title', { day: formatOfficeDay(date) }),
      body: t('market-days.remove.body', { kind: t(`market-days.kind.${kind}`), reason: localReason(day) }),
      action: t('market-days.remove.action'),
      isDangerous: true,
    },
    {
      call: () => api(marketDays.remove, { params: { date } }),
      failed: t('market-days.remove.failed'),
      failedSeconds: 4,
    },
  );
}

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

function placeOfDay(date: MarketDay['date']): string {
  return `market-day-${date}`;
}

interface DayTableProps {
  load: Load<readonly MarketDay[]>;
  edit: (day: MarketDay) => void;
  remove: (day: MarketDay) => void;
}

function DayTable({ load, edit, remove }: DayTableProps) {
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
    <Stack gap="var(--space-1)" style={{ overflowWrap: 'anywhere' }}>
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

const YEARS_AHEAD = 3;
const YEARS_BACK = 10;

const UPCOMING = 'upcoming';

interface CalendarPeriod {
  period: string;
  year: string;
  from: Day;
  to: Day;
  choose: (period: string) => void;
}

function useCalendarPeriod(): CalendarPeriod {
  const { get, change } = useAddress();
  const asked = get('year');
  const choose = (chosen: string) => change({ year: chosen === UPCOMING ? undefined : chosen, page: undefined });
  if (/^(19[0-9]{2}|2[0-9]{3})$/.test(asked)) {
    return { period: asked, year: asked, from: day(`${asked}-01-01`), to: day(`${asked}-12-31`), choose };
  }
  const today = browserToday();
  return { period: UPCOMING, year: browserYear(), from: today, to: addDays(addMonths(today, 12), -1), choose };
}

function calendarYearChoices(shown: string): string[] {
  const years = yearsAround({ back: YEARS_BACK, ahead: YEARS_AHEAD });
  return years.includes(shown) ? years : [...years, shown].toSorted().toReversed();
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];

/** Returns the name of a weekday; Sunday is 0. */
function weekdayNameOf(weekday: number): string {
  return weekdayNames[currentLanguage()][weekday] ?? '';
}

interface OpenWeekdaysProps {
  open: readonly number[];
  /** Called after every save, even one that was refused because somebody else saved. */
  onSaved: () => void;
}

function OpenWeekdays({ open, onSaved }: OpenWeekdaysProps) {
  const [chosen, setChosen] = useState(() => open.map(String));
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = chosen.length !== open.length || open.some((weekday) => !chosen.includes(String(weekday)));
  const save = async () => {
    setIsSaving(true);
    try {
      const ifMatch = versionOf(marketDays.setWeek, { open_weekdays: open });
      const { message } = await api(marketDays.setWeek, { body: { open_weekdays: chosen.map(Number) } }, { ifMatch });
      toastDone(message, 3);
      onSaved();
    } catch (error) {
      if (isChangedMeanwhile(error)) onSaved();
      toastFailed(sentenceOf(error, t('market-days.weekdays.saveFailed')), 4);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Checkbox.Group
          label={t('market-days.weekdays.label')}
          value={chosen}
          onChange={setChosen}
          error={chosen.length === 0 && t('market-days.weekdays.none')}
        >
          <Group gap="md" mt="xs">
            {WEEK.map((weekday) => (
              <Checkbox key={weekday} value={String(weekday)} label={weekdayNameOf(weekday)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Group gap="sm">
          <Button
            variant="default"
            disabled={!isChanged || chosen.length === 0}
            loading={isSaving}
            onClick={() => void save()}
          >
            {t('market-days.weekdays.save')}
          </Button>
          <Text size="sm" c="dimmed">
            {isChanged ? t('market-days.weekdays.unsaved') : t('market-days.weekdays.hint')}
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
