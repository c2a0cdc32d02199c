import { type Day, dayOf, type Instant, isDay } from '#billing/calendar.ts';
import { formatDay, formatInstant } from './dates.ts';

/** A day, or an instant shown as its day with the full instant in the tooltip. */
export function When({ at }: { at: Day | Instant }) {
  if (isDay(at)) return <time dateTime={at}>{formatDay(at)}</time>;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatDay(dayOf(at))}
    </time>
  );
}
