import type { Day } from '#billing/calendar.ts';
import { formatShortDay } from '#contract/days.ts';
import { writeAmount } from '#contract/figures.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';

export interface ShareMessage {
  text: string;
  picture: string;
}

/**
 * The maximum number of characters in one SMS: UTF-16 units for Sinhala and Tamil, letters of GSM 03.38 for English.
 */
const MOST: Record<Language, number> = { en: 160, si: 70, ta: 70 };

type SharedPrice = Pick<ShownPrice, 'date' | 'minCents' | 'maxCents'> & {
  product: Pick<ShownPrice['product'], 'id' | 'name' | 'name_si' | 'name_ta' | 'unit'>;
};

export function shareProduct(price: SharedPrice, origin: string, translator: Translator): ShareMessage {
  const { language, t } = translator;
  const { product, date } = price;
  const { text: name } = nameOf(product, language);
  const link = `\n${origin}${inLanguage(language, `/p/${product.id}`)}`;
  const range = shareRange(price);
  const unit = t(`share.unit.${product.unit}`);
  const long = t('share.product', { name, range, unit, date: formatShortDay(date, t) }) + link;
  const picture = pictureOfProduct(product.id, language);
  if (long.length <= MOST[language]) return { text: long, picture };
  const letters = Array.from(new Intl.Segmenter(language).segment(name), ({ segment }) => segment);
  const shortRange = range.replaceAll(',', '');
  const write = (count: number) =>
    t('share.product', { name: shorten(letters, count), range: shortRange, unit, date: shortDay(date) }) + link;
  let count = letters.length;
  while (count > 1 && write(count).length > MOST[language]) count -= 1;
  return { text: write(count), picture };
}

/** Returns a range with a hyphen, because the SMS alphabet has no other dash. */
function shareRange({ minCents, maxCents }: SharedPrice): string {
  return [...new Set([minCents, maxCents])].map(writeAmount).join('-');
}

function shorten(letters: readonly string[], count: number): string {
  return count >= letters.length ? letters.join('') : `${letters.slice(0, count).join('').trimEnd()}.`;
}

/** Returns the day in the form `20/11/26`. */
function shortDay(date: Day): string {
  return [date.slice(8), date.slice(5, 7), date.slice(2, 4)].join('/');
}

export function shareList(date: Day, origin: string, { language, t }: Translator): ShareMessage {
  const text = (day: string) => `${t('share.list', { date: day })}\n${origin}${inLanguage(language, `/d/${date}`)}`;
  const long = text(formatShortDay(date, t));
  return {
    text: long.length <= MOST[language] ? long : text(shortDay(date)),
    picture: `/share/${language}/${date}.png`,
  };
}

export function pictureOfProduct(id: number, language: Language): string {
  return `/share/${language}/product/${id}.png`;
}

export function whatsappAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
