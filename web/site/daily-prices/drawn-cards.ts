import { type Day, isDay } from '#billing/calendar.ts';
import { centsOf } from '#contract/figures.ts';
import { type Language, languages } from '#contract/languages.ts';
import { trends } from '#contract/price-trend.ts';
import { productTypes, UNCATEGORIZED, units } from '#contract/product-words.ts';
import type { PricesPageData, ShownComparison, ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';

/** Whether the cards of the page show every price of the day, so that the data need not repeat them. */
export function showsWholeDay({ rows, type, search }: PricesPageData): boolean {
  return rows.length > 0 && type === '' && search === '';
}

/** Returns the data of a page whose cards say the rest. `drawn` is their checksum. */
export function withoutCards(data: PricesPageData, drawn: number): PricesPageData {
  return { ...data, rows: [], comparisons: {}, aliases: {}, drawn };
}

/**
 * Returns the data with the prices that the server wrote into the cards, and with the names of the page's language. It
 * must be called before the browser renders the cards for the first time. Data that has its prices is returned as it is.
 */
export function withDrawnCards(data: PricesPageData, translator: Translator): PricesPageData {
  const { date, drawn } = data;
  if (drawn === undefined || date === null) return data;
  const cards = [...document.querySelectorAll('ul.prices > li')].map((card) => readCard(card, date, translator));
  const compared = cards.flatMap(({ row, comparison }) => (comparison ? [[row.product_id, comparison]] : []));
  return { ...data, rows: cards.map(({ row }) => row), comparisons: Object.fromEntries(compared) };
}

function readCard(card: Element, date: Day, translator: Translator) {
  const find = (selector: string) => card.querySelector(selector);
  const [, id] = /(\d+)\/chart$/.exec(find('a')?.getAttribute('href') ?? '') ?? [];
  const day = find('time')?.getAttribute('datetime') ?? '';
  const [minCents, maxCents] = readRange(find('.price-figure')?.childNodes[1]?.nodeValue ?? '');
  const row: ShownPrice = {
    product_id: Number(id),
    date: isDay(day) ? day : date,
    minCents,
    maxCents,
    product: {
      id: Number(id),
      code: '',
      ...readNames(find('h2'), translator.language),
      type:
        productTypes.find((type) => translator.t(`type.${type}`) === find('.price-type')?.textContent) ?? UNCATEGORIZED,
      unit: units.find((unit) => find(`.per-${unit}`) !== null) ?? 'kg',
      image: find('img')?.getAttribute('src') ?? null,
    },
  };
  return { row, comparison: readComparison(card) };
}

/** A name in English on a page of another language has a `lang` of its own. */
function readNames(heading: Element | null, language: Language) {
  const shown = heading?.querySelector('[lang]') ? 'en' : language;
  const text = heading?.textContent ?? '';
  const names = { en: '', si: '', ta: '', [languages.find((one) => one === shown) ?? 'en']: text };
  return { name: names.en, name_si: names.si, name_ta: names.ta };
}

/** Reads what `formatRange` wrote. A range of one price has one figure. */
function readRange(text: string) {
  const [min = 0, max = min] = (text.match(/\d[\d,.]*/g) ?? []).map((figure) =>
    centsOf(Number(figure.replaceAll(',', ''))),
  );
  return [min, max] as [ShownPrice['minCents'], ShownPrice['maxCents']];
}

const STANDINGS = ['dear', 'cheap'] as const satisfies ShownComparison['standing'][];

function readComparison(card: Element): ShownComparison | undefined {
  const line = card.querySelector('.trend');
  if (!line) return undefined;
  const has = (name: string) => card.querySelector(`.change-line .${name}`) !== null;
  return {
    trend: trends.find(has) ?? 'same',
    standing: STANDINGS.find(has) ?? null,
    change: line.textContent,
    isCheap: card.classList.contains('low'),
    shape: card.querySelector('.shape path')?.getAttribute('d') ?? '',
  };
}
