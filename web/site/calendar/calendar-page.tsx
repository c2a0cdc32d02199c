import { addMonths, type Day, dayNumber, fromDayNumber, weekdayOf } from '#billing/calendar.ts';
import { formatLongMonth } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { CalendarDay } from '#contract/market-days.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import calendarStyles from './calendar.css?inline';
import { DayLine, isUsuallyOpen } from './calendar-day.tsx';

export const calendarPage = page({
  show: CalendarPage,
  path: '/calendar',
  texts: ['calendar'],
  styles: [base, shell, calendarStyles],
  title: ({ t }) => t('calendar.title'),
  description: ({ centre, t }) => t('calendar.description', { centre }),
  indexed: 'page',
  navigation: { bottom: 'calendar.title' },
  saysClosed: 'all',
});

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

function CalendarPage({ data, frame, translator }: PageProps<'calendar'>) {
  const { t } = translator;
  const { openWeekdays } = frame;
  const closedWeekdays = WEEK.filter((weekday) => !openWeekdays.includes(weekday));
  const last = data.months.at(-1) ?? data.today;
  const later = data.days.filter(({ date }) => date >= addMonths(last, 1));
  return (
    <main id="main" className="wrap calendar" tabIndex={-1}>
      <h1>{t('calendar.title')}</h1>
      <p className="lead">{t('calendar.intro')}</p>
      <p className="week">
        {closedWeekdays.length === 0
          ? t('calendar.wholeWeek')
          : t('calendar.week', { days: closedWeekdays.map((weekday) => t(`days.weekday.${weekday}`)).join(', ') })}
      </p>
      <div className="months">
        {data.months.map((first) => (
          <MonthPart
            key={first}
            first={first}
            today={data.today}
            days={data.days.filter(({ date }) => date.startsWith(first.slice(0, 7)))}
            openWeekdays={openWeekdays}
            translator={translator}
          />
        ))}
      </div>
      <section>
        <h2>{t('calendar.later', { month: formatLongMonth(data.until, t) })}</h2>
        {later.length === 0 ? <p>{t('calendar.noneLater')}</p> : <DayLines days={later} translator={translator} />}
      </section>
      <PhonePart publicUrl={frame.publicUrl} translator={translator} />
    </main>
  );
}

interface MonthPartProps {
  first: Day;
  today: Day;
  days: readonly CalendarDay[];
  openWeekdays: readonly number[];
  translator: Translator;
}

function MonthPart({ first, today, days, openWeekdays, translator }: MonthPartProps) {
  const { t } = translator;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const name = formatLongMonth(first, t);
  return (
    <section className="month">
      <h2 id={first.slice(0, 7)}>{name}</h2>
      <table aria-labelledby={first.slice(0, 7)}>
        <thead>
          <tr>
            {WEEK.map((weekday) => (
              <th key={weekday} scope="col">
                <span aria-hidden="true">{t(`weekdayShort.${weekday}`)}</span>
                <span className="unseen">{t(`days.weekday.${weekday}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(first).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {WEEK.map((weekday) => {
                const date = week[weekday] ?? null;
                const entry = date === null ? undefined : byDate.get(date);
                const isOpen = date !== null && (entry ? entry.kind === 'open' : isUsuallyOpen(date, openWeekdays));
                return (
                  <DayCell
                    key={weekday}
                    date={date}
                    isOpen={isOpen}
                    isToday={date === today}
                    isMarked={!!entry}
                    t={t}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {days.length === 0 ? <p>{t('calendar.none')}</p> : <DayLines days={days} translator={translator} />}
    </section>
  );
}

interface DayCellProps {
  date: Day | null;
  isOpen: boolean;
  isToday: boolean;
  isMarked: boolean;
  t: Translator['t'];
}

function DayCell({ date, isOpen, isToday, isMarked, t }: DayCellProps) {
  if (date === null) return <td />;
  const marks = [!isOpen && 'closed', isMarked && 'marked', isToday && 'this-day'].filter(Boolean).join(' ');
  return (
    <td className={marks || undefined}>
      <time dateTime={date}>{Number(date.slice(8))}</time>
      {!isOpen && <span className="unseen"> {t('calendar.closed')}</span>}
      {isOpen && isMarked && <span className="unseen"> {t('calendar.open')}</span>}
      {isToday && <span className="today-word"> {t('calendar.today')}</span>}
    </td>
  );
}

function DayLines({ days, translator }: { days: readonly CalendarDay[]; translator: Translator }) {
  return (
    <ul className="day-lines">
      {days.map((day) => (
        <li key={day.date} className={day.kind === 'open' ? 'open' : undefined}>
          <DayLine day={day} translator={translator} />
        </li>
      ))}
    </ul>
  );
}

function PhonePart({ publicUrl, translator: { language, t } }: { publicUrl: string | null; translator: Translator }) {
  const file = inLanguage(language, '/calendar.ics');
  return (
    <section className="phone-calendar">
      <h2>{t('calendar.phone')}</h2>
      <p>{t('calendar.phoneText')}</p>
      <p className="calendar-links">
        {publicUrl !== null && (
          <a className="button" href={publicUrl.replace(/^https?:/, 'webcal:') + file}>
            {t('calendar.subscribe')}
          </a>
        )}
        <a href={file}>{t('calendar.download')}</a>
      </p>
    </section>
  );
}

/** Returns the weeks of a month, from Sunday to Saturday, without days of other months. */
function weeksOf(first: Day): (Day | null)[][] {
  const start = dayNumber(first);
  const count = dayNumber(addMonths(first, 1)) - start;
  const offset = weekdayOf(first);
  return Array.from({ length: Math.ceil((offset + count) / WEEK.length) }, (_, week) =>
    WEEK.map((weekday) => {
      const at = week * WEEK.length + weekday - offset;
      return at < 0 || at >= count ? null : fromDayNumber(start + at);
    }),
  );
}
