import type { ReactNode } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { ClosedDay } from '#contract/market-days.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { ClosedReason, closedSentence } from '../closed-day.tsx';
import { hrefOfDay } from './day-picker.tsx';
import type { ShownDay } from './load-day.ts';
import type { PricesChoice } from './prices-address.ts';

export function EmptyList({ children }: { children: ReactNode }) {
  return (
    <div className="empty">
      <EmptyCrate />
      {children}
    </div>
  );
}

interface EmptyDayProps {
  day: ShownDay;
  today: Day;
  choice: PricesChoice;
  chooseDay: (date: Day) => void;
  speech: Translator;
}

export function EmptyDay({ day, today, choice, chooseDay, speech }: EmptyDayProps) {
  const { language, t } = speech;
  const offered = new Set([day.previous, day.next, day.latest].filter((date) => date !== null));
  return (
    <EmptyList>
      <WhyEmpty date={day.date} closed={day.closed} today={today} speech={speech} />
      {offered.size > 0 && <p>{t('prices.nearest')}</p>}
      <ul className="nearest">
        {[...offered].map((date) => (
          <li key={date}>
            <a
              className="button"
              href={hrefOfDay(language, choice, date)}
              onClick={onPlainClick(() => chooseDay(date))}
            >
              {formatDay(date, t)}
            </a>
          </li>
        ))}
      </ul>
    </EmptyList>
  );
}

interface WhyEmptyProps {
  date: Day | null;
  closed: ClosedDay;
  today: Day;
  speech: Translator;
}

function WhyEmpty({ date, closed, today, speech }: WhyEmptyProps) {
  const { t } = speech;
  if (date === null || !closed)
    return (
      <>
        {(date === null || date === today) && <p className="empty-title">{t('prices.updating')}</p>}
        <p>{t(reason(date, today))}</p>
      </>
    );
  const sentence = closedSentence(closed, { date, today }, t);
  if (closed.kind === 'weekday') return <p className="empty-title">{sentence}</p>;
  return (
    <>
      <p className="empty-title">
        <ClosedReason closed={closed} date={date} speech={speech} />
      </p>
      <p>{sentence}</p>
    </>
  );
}

function reason(date: Day | null, today: Day): SiteMessageKey {
  if (date === null) return 'prices.noneAtAll';
  if (date === today) return 'prices.noneToday';
  return date > today ? 'prices.noneFuture' : 'prices.noneThatDay';
}

function EmptyCrate() {
  return (
    <svg className="crate" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <ellipse className="crate-shadow" cx="80" cy="110" rx="52" ry="6" />
      <g className="crate-leaf">
        <path fill="#5c9e45" d="M70 26c2-14 12-22 28-22 0 16-12 26-28 22z" />
        <path fill="none" stroke="#dcebc8" strokeWidth="1.5" strokeLinecap="round" d="M68 30c6-9 13-15 22-20" />
      </g>
      <g className="crate-box">
        <path fill="#7a5227" d="M26 50h108v52H26z" />
        <path fill="#c08a4a" d="M22 48h116v14H22zm0 20h116v14H22zm0 20h116v14H22z" />
        <path fill="#dba75f" d="M22 48h116v4H22zm0 20h116v4H22zm0 20h116v4H22z" />
        <path fill="#9a6a34" d="M28 44h10v62H28zm94 0h10v62h-10z" />
      </g>
    </svg>
  );
}
