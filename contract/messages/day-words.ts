import type { Day, Instant, Month } from '#billing/calendar.ts';
import texts from '#texts/days.json' with { type: 'json' };
import {
  type DayWords,
  formatLongMonth,
  formatMonthYear,
  formatPlainDay,
  formatSecond,
  formatShortDay,
} from '../days.ts';
import type { Language } from '../languages.ts';
import { fill } from './format-message.ts';

export const dayWords: Record<Language, DayWords> = {
  en: wordsIn('en'),
  si: wordsIn('si'),
  ta: wordsIn('ta'),
};

/** Month names, January first. */
export const monthNames = namesOf('days.month.');

export const shortMonthNames = namesOf('days.monthShort.');

/** Names of the weekdays, Sunday first. */
export const weekdayNames = namesOf('days.weekday.');

/** Other spellings of the months, January first; empty where a month has only one spelling. */
export const monthAliases: Record<'ta', readonly string[]> = {
  ta: ['', 'பிப்ரவரி', '', '', '', '', '', 'ஆகஸ்ட்', 'செப்டம்பர்', 'அக்டோபர்', '', ''],
};

/** Returns a day as `20 Nov 2026` or `2026 නොවැම්බර් 20`. */
export function writeDay(day: Day, language: Language = 'en'): string {
  return (language === 'en' ? formatShortDay : formatPlainDay)(day, dayWords[language]);
}

/** Returns a day as `20 Nov 2026` or `2026 නොවැ 20`. */
export function writeShortDay(day: Day, language: Language = 'en'): string {
  return formatShortDay(day, dayWords[language]);
}

/** Returns a month as `Nov 2026` or `2026 නොවැම්බර්`. */
export function writeMonth(month: Month, language: Language = 'en'): string {
  return (language === 'en' ? formatMonthYear : formatLongMonth)(month, dayWords[language]);
}

export function writeShortMonth(month: Month, language: Language = 'en'): string {
  return formatMonthYear(month, dayWords[language]);
}

/** Returns an instant in the market's time zone, as `20 Nov 2026, 07:00:12`. */
export function writeInstant(instant: Instant, language: Language = 'en'): string {
  return formatSecond(instant, dayWords[language]);
}

function wordsIn(language: Language): DayWords {
  return (key, values = {}) => fill(texts.days, { key, values }, language);
}

function namesOf(beginning: 'days.month.' | 'days.monthShort.' | 'days.weekday.'): Record<Language, readonly string[]> {
  const rows = Object.entries(texts.days).flatMap(([key, row]) => (key.startsWith(beginning) ? [row] : []));
  return { en: rows.map(({ en }) => en), si: rows.map(({ si }) => si), ta: rows.map(({ ta }) => ta) };
}
