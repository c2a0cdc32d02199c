import { renderToString } from 'react-dom/server';
import type { ShownPrice } from '#contract/site.ts';
import { formatShortDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { type CardTexts, ProductCard, textsOf } from './price-card.tsx';

const MARKS: CardTexts = { figureClass: '@figure-class@', range: '@range@', date: '@date@', shownDate: '@shown-date@' };
const ANY_MARK = /@figure-class@|@range@|@date@|@shown-date@/;

/** By product and language. Dropped when the products reload. */
const around = new WeakMap<ShownPrice['product'], Map<string, string[]>>();

/**
 * Returns HTML equal to React's markup (tested), ten times faster. React renders each product's card once per cache
 * version; each price fills in its texts.
 */
export function cardsHtml(rows: readonly ShownPrice[], speech: Translator): string {
  const [first] = rows;
  const day = first && formatShortDay(first.date, speech.t);
  return rows
    .map((price) => {
      const [start, toRange, toDate, toShownDate, end] = markupOf(price.product, speech);
      const { figureClass, range, date, shownDate } = textsOf(
        price,
        speech,
        price.date === first?.date ? day : undefined,
      );
      return `${start}${figureClass}${toRange}${range}${toDate}${date}${toShownDate}${shownDate}${end}`;
    })
    .join('');
}

function markupOf(product: ShownPrice['product'], speech: Translator): string[] {
  const known = around.get(product) ?? new Map<string, string[]>();
  around.set(product, known);
  const markup =
    known.get(speech.language) ??
    renderToString(<ProductCard product={product} texts={MARKS} speech={speech} />).split(ANY_MARK);
  known.set(speech.language, markup);
  return markup;
}
