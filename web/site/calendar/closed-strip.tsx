import { inLanguage } from '#contract/languages.ts';
import type { PageDataByName, PageFrame, PageName, PricesPageData } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { DayLine } from './calendar-day.tsx';

interface ClosedStripProps {
  page: PageName;
  data: PageDataByName[PageName];
  frame: PageFrame;
  speech: Translator;
}

/** With dates only, never "today": a copy on a phone may be days old. */
export function ClosedStrip({ page, data, frame, speech }: ClosedStripProps) {
  if (page === 'calendar') return null;
  // The price list itself says why there is none today.
  const here = page === 'daily-prices' ? (data as PricesPageData).today : undefined;
  const days = frame.unusualDays.filter(({ date }) => date !== here);
  if (days.length === 0) return null;
  return (
    <aside className="closed-strip" aria-label={speech.t('calendar.title')}>
      <a className="wrap" href={inLanguage(frame.language, '/calendar')}>
        {days.map((day) => (
          <span key={day.date}>
            <DayLine day={day} speech={speech} />
          </span>
        ))}
      </a>
    </aside>
  );
}
