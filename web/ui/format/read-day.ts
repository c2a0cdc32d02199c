import { type Day, isDay } from '#billing/calendar.ts';
import { foldText } from '#contract/fold-text.ts';
import { monthNames } from '#contract/month-names.ts';
import { currentLanguage } from '#web/i18n/t.ts';

/** Day before month, or the year first; months also by their names in the reader's language and in English. */
export function readDay(text: string): Day | null {
  const parts = foldText(text).split(/[\s/.,-]+/);
  const [first = '', second = '', third = ''] = parts;
  const [year, date] = first.length === 4 ? [first, third] : [third, first];
  const month = String(readMonth(second) ?? second);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return parts.length === 3 && isDay(day) ? day : null;
}

/** 1 to 12, of the beginning of a name that no other month has. */
function readMonth(name: string): number | undefined {
  const language = currentLanguage();
  for (const each of new Set([language, 'en' as const])) {
    const found = monthNames[each].flatMap((full, at) =>
      name !== '' && foldText(full).startsWith(name) ? [at + 1] : [],
    );
    if (found.length === 1) return found[0];
  }
  return undefined;
}
