import { USUAL_HOURS } from '#contract/opening-hours.ts';
import type { PageFrame } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

export function openingHoursOf({ openingHours }: PageFrame['centre'], { language, t }: Translator): string {
  const { opens, closes, text } = openingHours;
  if (text[language] !== '') return text[language];
  const isUsual = opens === USUAL_HOURS.opens && closes === USUAL_HOURS.closes;
  return isUsual ? t('hours.usual') : t('hours.between', { opens, closes });
}
