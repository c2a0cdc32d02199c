import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconCheck from 'virtual:icons/check';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { prices } from '#contract/prices.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { browserNow } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { findSaved, forgetSaved, type KeptSheet, keepSaved, msToUndo, type SavedSheet } from './plan-save.ts';

/** Returns the last save of this tab, also after a reload and on another page, until it can no longer be undone. */
export function useSavedSheet(): { kept: KeptSheet | undefined; keep: (kept: KeptSheet) => void } {
  const [kept, setKept] = useState(() => findSaved(browserNow()));
  useEffect(() => {
    if (!kept) return;
    const timer = setTimeout(() => setKept(undefined), msToUndo(kept.savedAt, browserNow()));
    return () => clearTimeout(timer);
  }, [kept]);
  return { kept, keep: (saved) => setKept(keepSaved(saved)) };
}

interface SavedSheetPanelProps {
  kept: KeptSheet;
  /** Leads to the search of the sheet, by the key that focuses it there. */
  find: () => void;
  onUndone?: () => void;
  takesFocus?: boolean;
  children?: ReactNode;
}

/** The summary of a save with its undo, above the tool. It is shown for the ten minutes in which Undo works. */
export function SavedSheetPanel({
  kept: { date, saved },
  find,
  onUndone,
  takesFocus = false,
  children,
}: SavedSheetPanelProps) {
  const [state, setState] = useState<'saved' | 'undoing' | 'undone'>('saved');
  const [failure, setFailure] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  useFindKey(find);
  const undo = async () => {
    setState('undoing');
    setFailure(undefined);
    try {
      await api(prices.updateMultiple, { body: saved.before }, { ifMatch: saved.version });
      setState('undone');
      forgetSaved();
      onUndone?.();
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
        {state !== 'undone' && (
          <Button component={Link} to={placeOf('/price-post/:date', { date })}>
            {t('prices.saved.post')}
          </Button>
        )}
        {children}
        {state !== 'undone' && (
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

/** The key that focuses the search of the sheet does so from the summary too. */
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
