import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { prices } from '#contract/prices.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { describeClosed, loadClosedDay } from '../closed-day.ts';
import { toLine } from '../read-price.ts';
import type { SavedSheet } from './plan-save.ts';
import { PriceSheet } from './price-sheet-form.tsx';

const UNDO_MS = 10 * 60 * 1000;

interface SavedSheetPanelProps {
  date: Day;
  saved: SavedSheet;
  back: () => void;
}

function SavedSheetPanel({ date, saved, back }: SavedSheetPanelProps) {
  const [state, setState] = useState<'saved' | 'undoing' | 'undone'>('saved');
  const [failure, setFailure] = useState<string>();
  const isTimeLeft = useTimeLeft(UNDO_MS);
  const mayUndo = isTimeLeft && state !== 'undone';
  const navigate = useNavigate();
  useEffect(() => {
    if (!isTimeLeft && state !== 'undoing') void navigate('/daily-price');
  }, [isTimeLeft, state, navigate]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const undo = async () => {
    setState('undoing');
    setFailure(undefined);
    try {
      await api(prices.updateMultiple, { body: saved.before }, { ifMatch: saved.version });
      setState('undone');
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
      title={t(state === 'undone' ? 'prices.saved.undone' : 'prices.saved.title', { day })}
    >
      {state !== 'undone' && <Text size="sm">{describeSaved(saved)}</Text>}
      {failure !== undefined && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
      <Group gap="md" mt="sm">
        <Anchor href={`/home-dailyprice?date=${date}`}>{t('prices.saved.asReaders')}</Anchor>
        <Anchor component={Link} to={`/view-dailyprices?date=${date}`}>
          {t('prices.import.viewDay', { day })}
        </Anchor>
        <Button variant="default" leftSection={<IconTable size={18} aria-hidden />} onClick={back}>
          {t('prices.saved.back')}
        </Button>
        <Button component={Link} to="/daily-price" variant="default">
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
  useEffect(() => {
    const timer = setTimeout(() => setIsLeft(false), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLeft;
}

/** The page of the price sheet (specification 2, section 2). */
export function PriceSheetPage() {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) && asked <= browserToday() ? asked : browserToday();
  const [{ round, saved }, setShown] = useState<{ round: number; saved?: SavedSheet & { date: Day } }>({ round: 0 });
  const load = useLoad(`sheet ${date} ${round}`, (signal) => loadSheet(date, signal));
  return (
    <Screen
      path="/add-dailyprice"
      subtitle={date !== browserToday() && <OtherDay date={date} />}
      actions={
        <DayField
          label={t('prices.sheet.date')}
          value={date}
          latest={browserToday()}
          appliesAtOnce
          onChange={(chosen) => chosen && change({ date: chosen === browserToday() ? '' : chosen })}
        />
      }
    >
      {saved?.date === date ? (
        <SavedSheetPanel key={round} date={date} saved={saved} back={() => setShown({ round: round + 1 })} />
      ) : (
        <AsyncState load={load} failure={t('prices.sheet.loadFailed')} skeleton={<SheetSkeleton />}>
          {({ lines, closed }) => (
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
                  onSaved={(done) => setShown({ round, saved: { ...done, date } })}
                />
              )}
            </>
          )}
        </AsyncState>
      )}
    </Screen>
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
      <Anchor component={Link} to="/market-calendar" inherit underline="always">
        {t('prices.menu.calendar')}
      </Anchor>
    </Alert>
  );
}

function OtherDay({ date }: { date: Day }) {
  return (
    <Text size="sm" fw={600} c="var(--mantine-color-text)" role="status">
      {t('prices.sheet.otherDay', { day: formatOfficeDay(date) })}
    </Text>
  );
}

function NoProducts() {
  const next = (
    <Button component={Link} to="/add-product">
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
