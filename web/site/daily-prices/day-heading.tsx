import { type Day, weekdayOf } from '#billing/calendar.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';

interface DayHeadingProps {
  date: Day | null;
  today: Day;
  speech: Translator;
}

export function DayHeading({ date, today, speech: { t } }: DayHeadingProps) {
  return (
    <header className="day-heading">
      {date && <CalendarSheet date={date} t={t} />}
      <h1>
        {date === null ? t('nav.prices') : t('prices.of', { date: formatDay(date, t) })}
        {date === today && <span className="today">{t('prices.today')}</span>}
      </h1>
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
