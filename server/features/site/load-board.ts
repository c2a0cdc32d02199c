import { addDays, type Day } from '#billing/calendar.ts';
import type { BoardPageData, ShownPrice } from '#contract/site.ts';
import { today } from '../../clock.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findClosedDay, listClosedDays } from '../market-days/find-closed-days.ts';
import { findDays } from '../prices/queries.ts';
import { listPublications } from '../publications/queries.ts';

const DAYS_AHEAD = 21;

export async function loadBoard(
  { clock, database: { reader } }: Pick<AppContext, 'clock' | 'database'>,
  rowsOf: (date: Day) => Promise<ShownPrice[]>,
): Promise<BoardPageData> {
  const now = today(clock);
  const { latest } = await findDays(reader, now, now);
  const closings = await listClosedDays(reader, addDays(now, 1), addDays(now, DAYS_AHEAD));
  const [newest] = await listPublications(reader, 1);
  return {
    date: latest,
    today: now,
    rows: latest === null ? [] : await rowsOf(latest),
    closedToday: latest === now ? null : await findClosedDay(reader, now),
    closings: closings.filter(({ closed }) => closed.kind !== 'weekday'),
    notice: newest ? { en: newest.topic, si: newest.topic_si, ta: newest.topic_ta } : null,
  };
}
