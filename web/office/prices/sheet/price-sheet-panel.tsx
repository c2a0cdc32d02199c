import IconCheck from 'virtual:icons/check';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatOfficeDay, wallClock } from '#web/ui/format/dates.ts';
import { placeOf } from '../../place-of.ts';
import classes from './price-sheet.module.css';
import type { Sheet, SheetRow } from './store-sheet.ts';
import type { Saving } from './use-save-sheet.tsx';

interface SheetFooterProps {
  date: Day;
  sheet: Sheet;
  saving: Saving;
  status: string;
  isDraftSaved: boolean;
  children: ReactNode;
  jump: (holds: (row: SheetRow) => boolean) => void;
}

export function SheetFooter({ date, sheet, saving, status, isDraftSaved, jump, children }: SheetFooterProps) {
  const { state, failure } = saving;
  return (
    <section className={classes.foot} aria-label={t('prices.sheet.status')}>
      {failure !== undefined && (
        <Alert color="red" role="alert" py="xs">
          {failure}
        </Alert>
      )}
      <div role="status">{status !== '' && <Alert py="xs">{status}</Alert>}</div>
      {!isDraftSaved && (
        <Alert color="turmeric" py="xs">
          {t('prices.sheet.noDrafts')}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <div>
          <CountLine date={date} sheet={sheet} jump={jump} />
          {children}
        </div>
        <Group gap="sm">
          <Button component={Link} to={placeOf('/daily-price')} variant="default">
            {t('prices.sheet.cancel')}
          </Button>
          <Button
            type="submit"
            loading={state === 'checking' || state === 'saving'}
            aria-disabled={state === 'saved'}
            aria-keyshortcuts="Control+S"
            leftSection={state === 'saved' && <IconCheck size={18} aria-hidden />}
          >
            {t('prices.sheet.save')}
          </Button>
        </Group>
      </Group>
    </section>
  );
}

const isMissing = ({ verdict }: SheetRow) => verdict.kind === 'missing';
const isOdd = ({ verdict }: SheetRow) => verdict.warnings.length > 0;
const isFaulty = ({ verdict }: SheetRow) => verdict.kind === 'faulty';

function CountLine({ date, sheet, jump }: Pick<SheetFooterProps, 'date' | 'sheet' | 'jump'>) {
  const counts = useSyncExternalStore(sheet.subscribe, sheet.counts);
  return (
    <p className={classes.counts}>
      <b>{formatOfficeDay(date)}</b>
      <span>
        <b>{counts.filled}</b> {t('prices.sheet.count.filled')}
      </span>
      <span>
        <b>{counts.unchanged}</b> {t('prices.sheet.count.unchanged')}
      </span>
      <span>
        <b>{counts.notAvailable}</b> {t('prices.sheet.count.notAvailable')}
      </span>
      <JumpCount count={counts.missing} word={t('prices.sheet.count.missing')} onJump={() => jump(isMissing)} />
      <JumpCount
        count={counts.warnings}
        word={t('prices.sheet.count.warnings', { count: counts.warnings })}
        onJump={() => jump(isOdd)}
      />
      {counts.faults > 0 && (
        <JumpCount count={counts.faults} word={t('prices.sheet.count.faults')} onJump={() => jump(isFaulty)} />
      )}
    </p>
  );
}

function JumpCount({ count, word, onJump }: { count: number; word: string; onJump: () => void }) {
  const text = (
    <>
      <b>{count}</b> {word}
    </>
  );
  if (count === 0) return <span>{text}</span>;
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      underline="always"
      className={classes.link ?? ''}
      onClick={onJump}
      title={t('prices.sheet.count.next')}
    >
      {text}
    </Anchor>
  );
}

interface DraftLineProps {
  date: Day;
  savedAt: Instant;
  discard: () => void;
}

export function DraftLine({ date, savedAt, discard }: DraftLineProps) {
  const name = nameDraft(savedAt, date);
  const ask = async () => {
    const isMeant = await confirm({
      title: t('prices.draft.discardTitle', { time: name }),
      body: t('prices.draft.discardBody'),
      action: t('prices.draft.discardAction'),
      cancelLabel: t('prices.draft.keep'),
      isDangerous: true,
    });
    if (isMeant) discard();
  };
  return (
    <Text size="sm" role="status">
      <span>{t('prices.draft.restored', { time: name })}</span> ·{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        className={classes.link ?? ''}
        onClick={() => void ask()}
      >
        {t('prices.draft.discard')}
      </Anchor>
    </Text>
  );
}

export function nameDraft(savedAt: Instant, date: Day): string {
  const time = wallClock(savedAt).toISOString().slice(11, 16);
  const day = dayOf(savedAt);
  return day === date ? time : t('prices.draft.dayAndTime', { day: formatOfficeDay(day), time });
}
