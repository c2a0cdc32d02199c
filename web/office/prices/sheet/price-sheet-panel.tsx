import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatOfficeDay, wallClock } from '#web/ui/format/dates.ts';
import classes from './price-sheet.module.css';
import type { Sheet, SheetRow } from './store-sheet.ts';
import type { Saving } from './use-save-sheet.tsx';

interface SheetFooterProps {
  date: Day;
  sheet: Sheet;
  saving: Saving;
  /** What happened last, if it wants saying. */
  said: string;
  isKept: boolean;
  /** Stands below the counts. */
  children: ReactNode;
  /** Goes to the next line for which something holds. */
  jump: (holds: (row: SheetRow) => boolean) => void;
}

/** Stays in sight: how the sheet stands, why it was not saved, and the button that saves it. */
export function SheetFooter({ date, sheet, saving, said, isKept, jump, children }: SheetFooterProps) {
  const { state, failure } = saving;
  return (
    <section className={classes.foot} aria-label="State of the sheet">
      {failure !== undefined && (
        <Alert color="red" role="alert" py="xs">
          {failure}
        </Alert>
      )}
      <div role="status">{said !== '' && <Alert py="xs">{said}</Alert>}</div>
      {!isKept && (
        <Alert color="turmeric" py="xs">
          This browser keeps no draft. Save before you leave this page.
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <div>
          <CountLine date={date} sheet={sheet} jump={jump} />
          {children}
        </div>
        <Group gap="sm">
          <Button component={Link} to="/daily-price" variant="default">
            Cancel
          </Button>
          <Button
            type="submit"
            loading={state === 'checking' || state === 'saving'}
            aria-disabled={state === 'saved'}
            aria-keyshortcuts="Control+S"
            leftSection={state === 'saved' && <IconCheck size={18} aria-hidden />}
          >
            Save All Price Ranges
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
        <b>{counts.filled}</b> filled
      </span>
      <span>
        <b>{counts.unchanged}</b> unchanged
      </span>
      <span>
        <b>{counts.notAvailable}</b> not available
      </span>
      <JumpCount count={counts.missing} word="missing" onJump={() => jump(isMissing)} />
      <JumpCount
        count={counts.warnings}
        word={counts.warnings === 1 ? 'warning' : 'warnings'}
        onJump={() => jump(isOdd)}
      />
      {counts.faults > 0 && <JumpCount count={counts.faults} word="to fix" onJump={() => jump(isFaulty)} />}
    </p>
  );
}

/** A count that leads to the next such line. */
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
      title="Go to the next one"
    >
      {text}
    </Anchor>
  );
}

interface DraftLineProps {
  /** The day of the sheet. */
  date: Day;
  savedAt: Instant;
  discard: () => void;
}

/** Says that the sheet was taken up where it was left, and offers to begin anew. */
export function DraftLine({ date, savedAt, discard }: DraftLineProps) {
  const name = nameDraft(savedAt, date);
  const ask = async () => {
    const isMeant = await confirm({
      title: `Discard the draft of ${name}?`,
      body: 'What was entered and not saved is lost. Published prices stay as they are.',
      action: 'Discard the draft',
      refrain: 'Keep it',
      isDangerous: true,
    });
    if (isMeant) discard();
  };
  return (
    <Text size="sm" role="status">
      <span>Draft of {name} restored</span> ·{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        className={classes.link ?? ''}
        onClick={() => void ask()}
      >
        Discard
      </Anchor>
    </Text>
  );
}

/** The time a draft was kept, `05:12`; with its day when that is not the day of the sheet. */
export function nameDraft(savedAt: Instant, date: Day): string {
  const time = wallClock(savedAt).toISOString().slice(11, 16);
  const day = dayOf(savedAt);
  return day === date ? time : `${formatOfficeDay(day)}, ${time}`;
}
