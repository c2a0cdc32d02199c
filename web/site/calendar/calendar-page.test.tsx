import { expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { CalendarPageData, PageFrame, PageName } from '#contract/site.ts';
import {
  assets,
  calendarData,
  contactData,
  frameIn,
  poya,
  pricesData,
  shown,
  strike,
} from '../../testing/site-market.ts';
import { site } from '../render.tsx';

function bodyOf(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

function showCalendar(fields: Partial<CalendarPageData> = {}, language: Language = 'en', frame = {}) {
  const around = { ...frameIn(language, '/calendar'), ...frame };
  return bodyOf(shown(site.render('calendar', calendarData(fields), { frame: around, assets })).html);
}
const cardTextsOf = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent);

test('a month is drawn from Sunday to Saturday, with its closed days and today', () => {
  const page = showCalendar();
  const [november] = page.querySelectorAll('.month');
  expect(november?.querySelector('h2')?.textContent).toBe('November 2026');
  const rows = [...(november?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows[0]).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(rows[2]?.[6]).toBe('21 Today');
  expect(rows[3]?.[2]).toBe('24 Closed');
  expect(rows[4]).toEqual(['29', '30', '', '', '', '', '']);
  expect(cardTextsOf(page, '.month .day-lines li')).toEqual(['Closed on Tuesday, 24 November: Full-moon (Poya) day']);
  expect(page.querySelectorAll('.month')).toHaveLength(3);
  expect(page.body.textContent).toContain('No closed days in this month.');
});

test('what is further away is a list, with its reason in the language it was written in', () => {
  const page = showCalendar({}, 'si');
  expect(cardTextsOf(page, 'main > section li')).toEqual(['අප්‍රේල් 14, බදාදා වෙළඳපොළ වසා ඇත: Lorry strike']);
  expect(page.querySelector('main > section li span')?.getAttribute('lang')).toBe('en');
});

test('weekly closing days are closed in every week, except where the calendar says open', () => {
  const open = { ...strike, kind: 'open', reason: 'Fair', date: day('2026-11-29') } as const;
  const page = showCalendar({ days: [open] }, 'en', { openWeekdays: [1, 2, 3, 4, 5, 6] });
  expect(page.querySelector('.week')?.textContent).toBe('Closed every week on: Sunday');
  const sundays = [...page.querySelectorAll('.month:first-child tbody td:first-child')].map((cell) => cell.textContent);
  expect(sundays).toEqual(['1 Closed', '8 Closed', '15 Closed', '22 Closed', '29 Open']);
  expect(cardTextsOf(page, '.day-lines li')).toEqual(['Open on Sunday, 29 November: Fair']);
});

test('a phone subscribes by the public address, and downloads without one', () => {
  const hrefs = (page: Document) => [...page.querySelectorAll('.calendar-links a')].map((a) => a.getAttribute('href'));
  expect(hrefs(showCalendar({}, 'ta'))).toEqual(['webcal://pola.example/ta/calendar.ics', '/ta/calendar.ics']);
  expect(hrefs(showCalendar({}, 'en', { publicUrl: null }))).toEqual(['/calendar.ics']);
});

const frameWith = (language: Language, path: string): PageFrame => ({
  ...frameIn(language, path),
  unusualDays: [{ ...poya, date: day('2026-11-24') }],
});

test('every page announces the next closed day in its language and links to the calendar', () => {
  const texts = { en: 'Closed on Tuesday, 24 November:', si: 'වෙළඳපොළ වසා ඇත:', ta: 'சந்தை மூடப்பட்டிருக்கும்:' };
  for (const language of languages) {
    const { html } = shown(site.render('contact', contactData, { frame: frameWith(language, '/contact'), assets }));
    const strip = bodyOf(html).querySelector('.closed-strip');
    expect(strip?.textContent).toContain(texts[language]);
    expect(strip?.querySelector('a')?.getAttribute('href')).toBe(
      language === 'en' ? '/calendar' : `/${language}/calendar`,
    );
  }
});

test('a price list that explains today itself announces only other days, and a printed one nothing', () => {
  const frame = frameWith('en', '/home-dailyprice');
  const hasStrip = (html: string) => bodyOf(html).querySelector('.closed-strip') !== null;
  const list = (today: string) =>
    shown(site.render('daily-prices', pricesData({ today: day(today) }), { frame, assets })).html;
  expect([hasStrip(list('2026-11-23')), hasStrip(list('2026-11-24'))]).toEqual([true, false]);
  const printed: PageName = 'print-prices';
  const sheet = shown(site.render(printed, { date: day('2026-11-20'), rows: [] }, { frame, assets })).html;
  expect(hasStrip(sheet)).toBe(false);
});
