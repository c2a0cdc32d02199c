import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconCalendarShare from 'virtual:icons/calendar-share';
import IconCheck from 'virtual:icons/check';
import IconTable from 'virtual:icons/table';
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { sentenceOf } from '#web/client.ts';
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
import { findSaved, forgetSaved, type KeptSheet, keepSaved, msToUndo, type SavedSheet } from './plan-save.ts';
import { PriceSheet } from './price-sheet-form.tsx';

interface SavedSheetPanelProps {
  date: Day;
  kept: KeptSheet;
  back: (where?: 'find') => void;
}

function SavedSheetPanel({ date, kept, back }: SavedSheetPanelProps) {
  const { saved, savedAt } = kept;
  const [state, setState] = useState<'saved' | 'undoing' | 'undone'>('saved');
  const [failure, setFailure] = useState<string>();
  const isTimeLeft = useTimeLeft(msToUndo(savedAt, browserNow()));
  const mayUndo = isTimeLeft && state !== 'undone';
  const navigate = useNavigate();
  useEffect(() => {
    if (!isTimeLeft && state !== 'undoing') void navigate(placeOf('/daily-price'));
  }, [isTimeLeft, state, navigate]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  useFindKey(() => back('find'));
  const undo = async () => {
    setState('undoing');
    setFailure(undefined);
    try {
      await api(prices.updateMultiple, { body: saved.before }, { ifMatch: saved.version });
      setState('undone');
      forgetSaved();
    } catch (error) {
      setFailure(sentenceOf(error, t('prices.saved.undoFailed')));
      setState('saved');
    }
  };
  const day = formatOfficeDay(date);
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      color="leaf"
      role="status"
      icon={<IconCheck aria-hidden />}
      title={state === 'undone' ? t('prices.saved.undone', { day }) : saved.message}
    >
      {state !== 'undone' && (
        <Text size="sm">{[t('prices.saved.title', { day }), describeSaved(saved)].join(' · ')}</Text>
      )}
      {failure !== undefined && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
      <Group gap="md" mt="sm">
        <Anchor href={`/home-dailyprice?date=${date}`}>{t('prices.saved.asReaders')}</Anchor>
        <Anchor component={Link} to={placeOf('/view-dailyprices', { date })}>
          {t('prices.import.viewDay', { day })}
        </Anchor>
        <Button variant="default" leftSection={<IconTable size={18} aria-hidden />} onClick={() => back()}>
          {t('prices.saved.back')}
        </Button>
        <Button component={Link} to={placeOf('/daily-price')} variant="default">
          {t('prices.list.back')}
        </Button>
        {mayUndo && (
          <Button
            variant="default"
            loading={state === 'undoing'}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void undo()}
          >
            {t('prices.saved.undo')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function describeSaved({ published, removed, unusual }: SavedSheet): string {
  return [
    t('prices.saved.published', { count: published }),
    removed > 0 && t('prices.saved.removed', { count: removed }),
    unusual > 0 && t('prices.saved.unusual', { count: unusual }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function useTimeLeft(milliseconds: number): boolean {
  const [isLeft, setIsLeft] = useState(true);
  const [atFirst] = useState(milliseconds);
  useEffect(() => {
    const timer = setTimeout(() => setIsLeft(false), atFirst);
    return () => clearTimeout(timer);
  }, [atFirst]);
  return isLeft;
}

/** The key that focuses the search of the sheet also leads from the summary back to the sheet. */
function useFindKey(find: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    find();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The page of the price sheet (specification 2, section 2). */
export function PriceSheetPage() {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) && asked <= browserToday() ? asked : browserToday();
  const [{ round, kept, startsAtFind }, setShown] = useState<Shown>(() => ({ round: 0, ...findShown(date) }));
  const shown = kept?.date === date ? kept : undefined;
  const [isMoving, setIsMoving] = useState(false);
  const navigate = useNavigate();
  // After a reload the summary of the last save is shown again. After leaving the page it is not: the sheet is shown.
  useEffect(() => forgetSaved, []);
  const load = useLoad(`sheet ${date} ${round}`, (signal) => loadSheet(date, signal));
  return (
    <Screen
      path="/add-dailyprice"
      subtitle={date !== browserToday() && <OtherDay date={date} />}
      actions={
        <SheetActions
          date={date}
          mayMove={shown !== undefined || load.data?.lines.some(({ current }) => current !== null) === true}
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
      {shown ? (
        <SavedSheetPanel
          key={round}
          date={date}
          kept={shown}
          back={(where) => {
            forgetSaved();
            setShown({ round: round + 1, startsAtFind: where === 'find' });
          }}
        />
      ) : (
        <AsyncState load={load} failure={t('prices.sheet.loadFailed')} skeleton={<SheetSkeleton />}>
          {(loaded) => (
            <LoadedSheet
              date={date}
              {...loaded}
              startsAtFind={startsAtFind === true}
              onSaved={(saved) => setShown({ round, kept: keepSaved({ date, saved, savedAt: browserNow() }) })}
            />
          )}
        </AsyncState>
      )}
    </Screen>
  );
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

interface Shown {
  round: number;
  /** The last save of this tab. */
  kept?: KeptSheet;
  /** True if the search gets the focus. */
  startsAtFind?: boolean;
}

/** Returns the last save if it can still be undone, so that its summary is shown again after a reload. */
function findShown(date: Day): Pick<Shown, 'kept'> {
  const kept = findSaved(date, browserNow());
  return kept ? { kept } : {};
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
