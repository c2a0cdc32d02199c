import IconCalendarShare from 'virtual:icons/calendar-share';
import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserNow, browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import { describeClosed, loadClosedDay } from '../closed-day.ts';
import { toLine } from '../read-price.ts';
import { MoveListDialog } from './move-list-dialog.tsx';
import { forgetSaved, type SavedSheet } from './plan-save.ts';
import { PriceSheet } from './price-sheet-form.tsx';
import { SavedSheetPanel, useSavedSheet } from './saved-sheet-panel.tsx';

/** The page of the price sheet (specification 2, section 2). */
export function PriceSheetPage() {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) && asked <= browserToday() ? asked : browserToday();
  const [round, setRound] = useState(0);
  const [startsAtFind, setStartsAtFind] = useState(get('find') !== '');
  const last = useSavedSheet();
  const shown = last.kept?.date === date ? last.kept : undefined;
  const [isMoving, setIsMoving] = useState(false);
  const navigate = useNavigate();
  const leaving = useLeaving(() => void navigate(placeOf('/daily-price')));
  const load = useLoad(`sheet ${date} ${round}`, (signal) => loadSheet(date, signal));
  const afresh = () => setRound((before) => before + 1);
  return (
    <Screen
      path="/add-dailyprice"
      subtitle={date !== browserToday() && <OtherDay date={date} />}
      actions={
        <SheetActions
          date={date}
          mayMove={load.data?.lines.some(({ current }) => current !== null) === true}
          onMove={() => setIsMoving(true)}
          onDate={(chosen) => change({ date: chosen === browserToday() ? '' : chosen })}
        />
      }
    >
      {isMoving && (
        <MoveListDialog
          date={date}
          onClose={() => setIsMoving(false)}
          onDone={(to) => {
            forgetSaved();
            void navigate(placeOf('/view-dailyprices', { date: to }));
          }}
        />
      )}
      {shown && (
        <SavedSheetPanel
          key={shown.savedAt}
          kept={shown}
          find={() => setStartsAtFind(true)}
          onUndone={afresh}
          takesFocus={round > 0}
        />
      )}
      <AsyncState load={load} failure={t('prices.sheet.loadFailed')} skeleton={<SheetSkeleton />}>
        {(loaded) => (
          <LoadedSheet
            key={round}
            date={date}
            {...loaded}
            startsAtFind={startsAtFind}
            onSaved={(saved) => {
              last.keep({ date, saved, savedAt: browserNow() });
              setStartsAtFind(false);
              afresh();
              leaving.begin();
            }}
          />
        )}
      </AsyncState>
    </Screen>
  );
}

const LEAVES_AFTER_MS = 2000;

/** Leaves the page two seconds after `begin` (specification 2, section 2), unless the clerk has gone on working. */
function useLeaving(leave: () => void): { begin: () => void } {
  const [isLeaving, setIsLeaving] = useState(false);
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(go, LEAVES_AFTER_MS);
    const stay = () => setIsLeaving(false);
    document.addEventListener('keydown', stay);
    document.addEventListener('pointerdown', stay);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', stay);
      document.removeEventListener('pointerdown', stay);
    };
  }, [isLeaving]);
  return { begin: () => setIsLeaving(true) };
}

interface SheetActionsProps {
  date: Day;
  mayMove: boolean;
  onMove: () => void;
  onDate: (date: Day) => void;
}

function SheetActions({ date, mayMove, onMove, onDate }: SheetActionsProps) {
  return (
    <>
      {mayMove && (
        <Button
          variant="default"
          leftSection={<IconCalendarShare size={18} aria-hidden />}
          onClick={onMove}
          style={{ alignSelf: 'flex-end' }}
        >
          {t('prices.list.move')}
        </Button>
      )}
      <DayField
        label={t('prices.sheet.date')}
        value={date}
        latest={browserToday()}
        appliesAtOnce
        onChange={(chosen) => chosen && onDate(chosen)}
      />
    </>
  );
}

interface LoadedSheetProps extends Awaited<ReturnType<typeof loadSheet>> {
  date: Day;
  startsAtFind: boolean;
  onSaved: (saved: SavedSheet) => void;
}

function LoadedSheet({ date, lines, closed, startsAtFind, onSaved }: LoadedSheetProps) {
  return (
    <>
      {closed && <ClosedNotice date={date} closed={closed} />}
      {lines.length === 0 ? (
        <NoProducts />
      ) : (
        <PriceSheet
          key={date}
          date={date}
          lines={lines}
          closed={closed}
          startsAtFind={startsAtFind}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

async function loadSheet(date: Day, signal: AbortSignal) {
  const [answer, closed] = await Promise.all([
    api(prices.sheet, { params: { date } }, { signal }),
    loadClosedDay(date, signal).catch(() => null),
  ]);
  return { lines: answer.map(toLine), closed };
}

function ClosedNotice({ date, closed }: { date: Day; closed: NonNullable<ClosedDay> }) {
  return (
    <Alert color="turmeric" role="note" title={t('prices.closed.title', { day: formatOfficeDay(date) })}>
      {describeClosed(closed)}{' '}
      <Anchor component={Link} to={placeOf('/market-calendar')} inherit underline="always">
        {t('prices.menu.calendar')}
      </Anchor>
    </Alert>
  );
}

function OtherDay({ date }: { date: Day }) {
  return (
    <Text size="sm" fw={700} c="var(--mantine-color-text)" role="status">
      {t('prices.sheet.otherDay', { day: formatOfficeDay(date) })}
    </Text>
  );
}

function NoProducts() {
  const next = (
    <Button component={Link} to={placeOf('/add-product')}>
      {t('prices.sheet.addProduct')}
    </Button>
  );
  return <Empty text={t('prices.sheet.noProducts')} next={next} />;
}

const LINES = Array.from({ length: 10 }, (_, line) => line);

function SheetSkeleton() {
  return (
    <Stack gap="xs">
      {LINES.map((line) => (
        <Skeleton key={line} height={36} />
      ))}
    </Stack>
  );
}
