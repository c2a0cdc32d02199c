import { Anchor, Text } from '@mantine/core';
import { type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatOfficeDay, wallClock } from '#web/ui/format/dates.ts';
import classes from './price-sheet.module.css';

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
