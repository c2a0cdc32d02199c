import { Button, Skeleton, Title } from '@mantine/core';
import { IconMoonStars, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type MarketDay, marketDays } from '#contract/market-days.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { DayDialog } from './day-dialog.tsx';
import { DayTable, placeOfDay } from './day-table.tsx';
import { OpenWeekdays } from './open-weekdays-form.tsx';
import { askToRemoveDay } from './remove-day.ts';
import { useCalendarPeriod } from './use-year.ts';

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
