import { renderToString } from 'react-dom/server';
import type { ShownComparison, ShownPrice } from '#contract/site.ts';
import { formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ChangeLine, changeTexts } from '../price-change.tsx';
import type { CardsContent } from './cards-context.ts';
import { type CardParts, cardTextsOf, ProductCard } from './price-card.tsx';

const MARKS: CardParts = {
  figureClass: '@figure-class@',
  range: '@range@',
  change: '@change@',
  date: '@date@',
  shownDate: '@shown-date@',
};
const CHANGE_MARKS = { amount: '@amount@', since: '@since@' };
const ANY_MARK = /@figure-class@|@range@|@change@|@date@|@shown-date@|@amount@|@since@/;

/** Stored by product and language. Dropped when the products reload. */
const around = new WeakMap<ShownPrice['product'], Map<string, string[]>>();

/**
 * Returns HTML equal to React's markup (tested), ten times faster. React renders each product's card once per cache
 * version; each price fills in its texts.
 */
export function cardsHtml({ rows, comparisons, listBefore }: CardsContent, speech: Translator): string {
  const [first] = rows;
  const day = first && formatShortDay(first.date, speech.t);
  return rows
    .map((price) => {
      const [start, toRange, toChange, toDate, toShownDate, end] = markupOf(price.product, speech);
      const { figureClass, range, date, shownDate } = cardTextsOf(
        price,
        speech,
        price.date === first?.date ? day : undefined,
      );
      const comparison = comparisons[price.product.code];
      const change = comparison ? changeHtml(comparison, listBefore, speech) : '';
      return `${start}${figureClass}${toRange}${range}${toChange}${change}${toDate}${date}${toShownDate}${shownDate}${end}`;
    })
    .join('');
}

const changes = new Map<string, string[]>();

function changeHtml(comparison: ShownComparison, listBefore: CardsContent['listBefore'], speech: Translator): string {
  const { amount, since } = changeTexts(comparison, listBefore, speech);
  const key = `${speech.language} ${comparison.trend} ${comparison.standing}`;
  const [start, toSince, end] =
    changes.get(key) ??
    renderToString(<ChangeLine comparison={comparison} texts={CHANGE_MARKS} speech={speech} />).split(ANY_MARK);
  changes.set(key, [start ?? '', toSince ?? '', end ?? '']);
  return `${start}${amount}${toSince}${since}${end}`;
}

function markupOf(product: ShownPrice['product'], speech: Translator): string[] {
  const known = around.get(product) ?? new Map<string, string[]>();
  around.set(product, known);
  const markup =
    known.get(speech.language) ??
    renderToString(<ProductCard product={product} parts={MARKS} speech={speech} />).split(ANY_MARK);
  known.set(speech.language, markup);
  return markup;
}
