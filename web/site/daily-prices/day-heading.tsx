import { type Day, weekdayOf } from '#billing/calendar.ts';
import { formatDayMonth, formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { hrefOfDay } from './day-picker.tsx';
import type { PricesChoice } from './prices-address.ts';
import { type PricesState, pricesTitle } from './use-prices.ts';

interface DayHeadingProps {
  state: PricesState;
  date: Day | null;
  today: Day;
  speech: Translator;
}

export function DayHeading({ state, date, today, speech }: DayHeadingProps) {
  const { t } = speech;
  const { choice, chooseDay, lastDay, view } = state;
  const isCompared = view.status === 'ready' && Object.keys(view.day.comparisons).length > 0;
  const link = { choice, chooseDay, speech };
  return (
    <header className="day-heading">
      <DayLink date={lastDay.previous} direction="previous" {...link} />
      {date && <CalendarSheet date={date} t={t} />}
      <div className="day-title">
        <h1>
          {pricesTitle(date, t)}
          {date === today && <span className="today">{t('prices.today')}</span>}
        </h1>
        <p className="compared">
          <span className="per-kg">{t('prices.perKg')}</span>
          {isCompared && lastDay.previous && (
            <span>{t('prices.since', { date: formatDayMonth(lastDay.previous, t) })}</span>
          )}
        </p>
      </div>
      <DayLink date={lastDay.next} direction="next" {...link} />
    </header>
  );
}

function CalendarSheet({ date, t }: { date: Day; t: Translator['t'] }) {
  const month = date.slice(5, 7) as '01';
  return (
    <span className={weekdayOf(date) === 0 ? 'sheet sunday' : 'sheet'} aria-hidden="true">
      <span className="sheet-month">{t(`monthShort.${month}`)}</span>
      <span className="sheet-day">{Number(date.slice(8))}</span>
    </span>
  );
}

interface DayLinkProps {
  date: Day | null;
  direction: 'previous' | 'next';
  choice: PricesChoice;
  chooseDay: (date: Day) => void;
  speech: Translator;
}

function DayLink({ date, direction, choice, chooseDay, speech: { language, t } }: DayLinkProps) {
  if (date === null) return null;
  const name = direction === 'previous' ? 'prices.previousDay' : 'prices.nextDay';
  return (
    <a
      className={`day-link ${direction}`}
      href={hrefOfDay(language, choice, date)}
      aria-label={t(name, { date: formatShortDay(date, t) })}
      onClick={onPlainClick(() => chooseDay(date))}
    >
      <span>{formatDayMonth(date, t)}</span>
    </a>
  );
}
