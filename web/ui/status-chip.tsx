import { Badge } from '@mantine/core';
import type { Status } from '#contract/words.ts';
import { word } from '#web/i18n/word.ts';
import classes from './status-chip.module.css';

/** How each status looks. Arrears are the only ones on a full colour, because somebody must act. */
export const chipLooks: Record<Status, string> = {
  Paid: 'paid',
  'Partially Paid': 'part',
  Unpaid: 'unpaid',
  Arrears: 'arrears',
  Arrest: 'arrears',
  'Newly Arrived': 'new',
};

export function StatusChip({ status, word: text = word('status', status) }: { status: Status; word?: string }) {
  const looks = [classes.chip, text.length > 18 && classes.long, classes[chipLooks[status]]];
  return (
    <Badge tt="none" className={looks.filter(Boolean).join(' ')}>
      {text}
    </Badge>
  );
}
