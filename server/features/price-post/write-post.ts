import type { Day } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { Centre } from '#contract/centre.ts';
import { writeAmount } from '#contract/figures.ts';
import { inLanguage, type Language, languages, translationOf } from '#contract/languages.ts';
import { writeShortDay } from '#contract/messages/day-words.ts';
import { message } from '#contract/messages/message.ts';
import type { PricePost } from '#contract/price-post.ts';
import { ROWS_PER_PICTURE } from '#contract/share-limits.ts';

/** A price of the list; without an earlier price the change is null. */
export interface PostedPrice {
  name: string;
  name_si: string;
  name_ta: string;
  minCents: Cents;
  maxCents: Cents;
  /** The change of the middle of the range since the list before, and that middle. */
  change: { cents: number; from: number } | null;
}

interface PostedList {
  date: Day;
  prices: readonly PostedPrice[];
  centre: Pick<Centre, 'name'>;
  publicUrl: string | undefined;
}

/** The products that a message names in each direction. */
const MOST_NAMED = 3;

/** Returns what is posted of a list in each language. */
export function writePosts(list: PostedList): PricePost[] {
  const { dearer, cheaper } = listLargest(list.prices);
  return languages.map((language) => {
    const { date, prices, publicUrl = '' } = list;
    const link = `${publicUrl}${inLanguage(language, `/d/${date}`)}`;
    const lines = [
      message(
        'price-post.title',
        { centre: list.centre.name[language], date: writeShortDay(date, language) },
        language,
      ),
      ...changeLines(dearer, 'price-post.dearer', language),
      ...changeLines(cheaper, 'price-post.cheaper', language),
      ...(dearer.length + cheaper.length === 0 ? [message('price-post.unchanged', {}, language)] : []),
      message('price-post.all', { count: prices.length, link }, language),
    ];
    const pages = Math.ceil(prices.length / ROWS_PER_PICTURE);
    return {
      language,
      text: lines.join('\n'),
      link,
      pages: Array.from({ length: pages }, (_, at) => `/share/${language}/${date}/${at + 1}.png`),
      wide: `/share/${language}/${date}.png`,
      notice: `/price-list/${language}/${date}.pdf`,
    };
  });
}

/** Returns the prices that changed most in proportion, in each direction. A change below a rupee is none. */
function listLargest(prices: readonly PostedPrice[]): Record<'dearer' | 'cheaper', PostedPrice[]> {
  const share = ({ change }: PostedPrice) => (change ? change.cents / change.from : 0);
  const changed = prices.filter(({ change }) => change !== null && Math.abs(change.cents) >= 100);
  return {
    dearer: changed
      .filter((one) => share(one) > 0)
      .toSorted((one, other) => share(other) - share(one))
      .slice(0, MOST_NAMED),
    cheaper: changed
      .filter((one) => share(one) < 0)
      .toSorted((one, other) => share(one) - share(other))
      .slice(0, MOST_NAMED),
  };
}

function changeLines(
  prices: readonly PostedPrice[],
  key: 'price-post.dearer' | 'price-post.cheaper',
  language: Language,
): string[] {
  return prices.map((price) => {
    const { minCents, maxCents, change } = price;
    const range = [...new Set([minCents, maxCents])].map(writeAmount).join('–');
    const amount = writeAmount(cents(Math.round(Math.abs(change?.cents ?? 0) / 100) * 100));
    return message(key, { name: translationOf(price, language) || price.name, amount, range }, language);
  });
}
