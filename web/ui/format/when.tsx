import { type Day, dayOf, type Instant, isDay } from '#billing/calendar.ts';
import { formatInstant, formatOfficeDay } from './dates.ts';

export function When({ at }: { at: Day | Instant }) {
  if (isDay(at)) return <time dateTime={at}>{formatOfficeDay(at)}</time>;
  return (
    <time dateTime={at} title={formatInstant(at)}>
      {formatOfficeDay(dayOf(at))}
    </time>
  );
}
