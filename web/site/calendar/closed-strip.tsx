import type { Day } from '#billing/calendar.ts';
import { inLanguage } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { DayLine } from './calendar-day.tsx';

interface ClosedStripProps {
  /** A closed day that the strip omits, because the page itself explains it. */
  except: Day | undefined;
  frame: PageFrame;
  translator: Translator;
}

/** The strip of closed days. It contains only dates, never "today", because a copy on a phone may be days old. */
export function ClosedStrip({ except, frame, translator }: ClosedStripProps) {
  const days = frame.unusualDays.filter(({ date }) => date !== except);
  if (days.length === 0) return null;
  return (
    <aside className="closed-strip" aria-label={translator.t('calendar.title')}>
      <a className="wrap" href={inLanguage(frame.language, '/calendar')}>
        {days.map((day) => (
          <span key={day.date}>
            <DayLine day={day} translator={translator} />
          </span>
        ))}
      </a>
    </aside>
  );
}
