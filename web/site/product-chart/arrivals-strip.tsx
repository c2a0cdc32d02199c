import { fromDayNumber } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import { writeCount } from '#contract/figures.ts';
import type { DailyLorries } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { DaySpan } from './plot-frame.ts';

export interface DayAxis {
  min: number;
  max: number;
  left: number;
  width: number;
}

interface ArrivalsStripProps {
  lorries: DailyLorries;
  days: DaySpan;
  /** The days of the drawing of the server, where the style sheet positions the strip. */
  span: DaySpan;
  /** The axis of the chart, undefined while the drawing is shown. */
  axis: DayAxis | undefined;
  translator: Translator;
}

const WIDTH = 1000;
const HEIGHT = 40;

export function ArrivalsStrip({ lorries, days, span, axis, translator: { t } }: ArrivalsStripProps) {
  const bars = lorries.counts
    .map((count, at) => ({ day: lorries.firstDay + at, count }))
    .filter(({ day, count }) => count > 0 && day >= days.first && day <= days.last);
  const oldest = bars.at(0);
  const newest = bars.at(-1);
  if (!oldest || !newest) return null;
  const counts = bars.map(({ count }) => count);
  const most = Math.max(...counts);
  const { min, max } = axis ?? { min: span.first, max: span.last };
  const x = (day: number) => Math.round(((day - min) / Math.max(max - min, 1)) * WIDTH);
  const path = bars.map(({ day, count }) => {
    const left = x(day - 0.4);
    return `M${left} ${HEIGHT}V${Math.round(HEIGHT - (count / most) * HEIGHT)}H${Math.max(x(day + 0.4), left + 1)}V${HEIGHT}z`;
  });
  return (
    <>
      <svg
        className="arrivals"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
        {...(axis && { style: { left: axis.left, width: axis.width } })}
      >
        <path d={path.join('')} />
      </svg>
      <p className="arrivals-text">
        {t('chart.lorries', {
          from: formatShortDay(fromDayNumber(oldest.day), t),
          to: formatShortDay(fromDayNumber(newest.day), t),
          least: writeCount(Math.min(...counts)),
          most: writeCount(most),
          count: writeCount(newest.count),
        })}
      </p>
    </>
  );
}
