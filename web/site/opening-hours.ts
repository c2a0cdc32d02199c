import { monthName, weekdayName } from '#contract/days.ts';
import { USUAL_HOURS } from '#contract/opening-hours.ts';
import type { HomePageData, PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

type Hours = PageFrame['centre']['openingHours'];

/** Returns the opening hours in words: `Open from 4.30 a.m. to midnight.` */
export function openingHoursOf({ openingHours }: PageFrame['centre'], translator: Translator): string {
  const { opens, closes, text } = openingHours;
  const { language, t } = translator;
  if (text[language] !== '') return text[language];
  if (areUsual(openingHours)) return t('hours.usual');
  const values = { opens: timeInWords(opens, translator), closes: timeInWords(closes, translator) };
  // An abbreviation at the end, such as `a.m.`, already ends with a full stop.
  return t('hours.between', values).replace(/\.\.$/, '.');
}

/** Returns the time from which the market is open, in words; undefined if the hours are those of the specification. */
export function openingTimeOf({ openingHours }: PageFrame['centre'], translator: Translator): string | undefined {
  return areUsual(openingHours) ? undefined : timeInWords(openingHours.opens, translator);
}

function areUsual({ opens, closes }: Hours): boolean {
  return opens === USUAL_HOURS.opens && closes === USUAL_HOURS.closes;
}

const MIDNIGHTS = new Set(['00:00', '23:59']);

function timeInWords(time: string, { t }: Translator): string {
  if (MIDNIGHTS.has(time)) return t('hours.midnight');
  if (time === '12:00') return t('hours.noon');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const figure = `${hour % 12 || 12}${minute === 0 ? '' : `.${String(minute).padStart(2, '0')}`}`;
  return t(hour < 12 ? 'hours.morning' : 'hours.afternoon', { time: figure });
}

export function nextOpenDay({ date, when }: NonNullable<HomePageData['opensNext']>, { t }: Translator): string {
  return t(`home.open.${when}`, {
    weekday: weekdayName(date, t),
    day: String(Number(date.slice(8))),
    month: monthName(date, t),
  });
}
