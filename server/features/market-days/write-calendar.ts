import icalendar, { escape as escapeText, ICalEventTransparency } from 'ical-generator';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { apiMessage, inWords } from '#contract/messages/message.ts';
import type { MarketDayRow } from './queries.ts';

interface CalendarOf {
  language: Language;
  centre: Centre;
  publicUrl: string | undefined;
}

const REFRESH_SECONDS = 24 * 60 * 60;

/**
 * Returns a calendar in the format of RFC 5545. It omits weekly closing days, because they would fill a phone's
 * calendar.
 */
export function writeCalendar(days: readonly MarketDayRow[], { language, centre, publicUrl = '' }: CalendarOf): string {
  const words = (key: 'market-days.feed.closed' | 'market-days.feed.open' | 'market-days.feed.name', text: string) =>
    inWords(apiMessage(key, { text }), language);
  const host = publicUrl === '' ? 'localhost' : new URL(publicUrl).hostname;
  const url = publicUrl === '' ? null : publicUrl + inLanguage(language, '/calendar');
  const calendar = icalendar({
    // The library escapes only the texts of events, not the name of the calendar.
    name: escapeText(words('market-days.feed.name', centre.name[language]), false),
    prodId: { company: 'Pola', product: 'Market calendar', language: language.toUpperCase() },
    ttl: REFRESH_SECONDS,
    url,
  });
  for (const day of days) {
    const reason = { en: day.reason, si: day.reason_si, ta: day.reason_ta }[language] || day.reason;
    calendar.createEvent({
      id: `${day.date}@${host}`,
      start: midnight(day.date),
      end: midnight(addDays(day.date, 1)),
      allDay: true,
      stamp: new Date(day.updated_at),
      summary: words(day.kind === 'open' ? 'market-days.feed.open' : 'market-days.feed.closed', reason),
      location: centre.name[language],
      transparency: ICalEventTransparency.TRANSPARENT,
      url,
    });
  }
  return `${calendar}\r\n`;
}

function midnight(date: Day): Date {
  return new Date(`${date}T00:00:00.000Z`);
}
