import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTable } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Day } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../../api.ts';
import type { SavedSheet } from './plan-save.ts';

const UNDO_MS = 10 * 60 * 1000;

interface SavedSheetPanelProps {
  date: Day;
  saved: SavedSheet;
  back: () => void;
}

export function SavedSheetPanel({ date, saved, back }: SavedSheetPanelProps) {
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
