import { useEffect } from 'react';
import { formatDay } from '#contract/days.ts';
import type { PricePaper, PricePaperRow } from '#contract/documents/price-paper.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { type PageProps, page } from '../page.ts';
import { pricePapers } from './price-sheet-paper.ts';
import printStyles from './print-prices.css?inline';

export const printPricesPage = page({
  show: PricesPrintPage,
  path: '/print/prices/:date',
  texts: ['prices'],
  styles: [printStyles],
  title: ({ data, t }) => t('prices.of', { date: formatDay(data.date, t) }),
  isBare: 'paper',
  isFixedLanguage: true,
  hydrated: true,
});

export function PricesPrintPage({ data, frame, translator }: PageProps<'print-prices'>) {
  const { language, t } = translator;
  const isEmpty = data.rows.length === 0;
  useEffect(() => {
    if (!isEmpty) void printWhenReady();
  }, [isEmpty]);
  return (
    <main id="main">
      <p className="controls">
        <a href={inLanguage(language, `/home-dailyprice?date=${data.date}`)}>{t('print.back')}</a>
        {!isEmpty && (
          <button type="button" onClick={() => window.print()}>
            {t('print.print')}
          </button>
        )}
      </p>
      {isEmpty ? (
        <h1 className="none">{t('print.none')}</h1>
      ) : (
        pricePapers(data, frame.centre.name[language], translator).map((paper, index) => (
          <Sheet key={paper.page ?? ''} paper={paper} isFirst={index === 0} language={language} />
        ))
      )}
    </main>
  );
}

/** Prints only when the fonts have loaded, because text that was laid out earlier would shift. */
async function printWhenReady(): Promise<void> {
  await document.fonts?.ready;
  window.print();
}

function Sheet({ paper, isFirst, language }: { paper: PricePaper; isFirst: boolean; language: Language }) {
  const { market, title, day, page, head, columns } = paper;
  return (
    <section className="sheet">
      <header>
        {isFirst ? <h1>{market}</h1> : <p className="again">{market}</p>}
        <p>
          {title} · <b>{day}</b>
          {page !== undefined && ` · ${page}`}
        </p>
      </header>
      <div className="columns">
        {[...columns.entries()].map(([at, rows]) => (
          <table key={at}>
            <thead>
              <tr>
                <th scope="col">{head.number}</th>
                <th scope="col">{head.item}</th>
                <th scope="col">{head.min}</th>
                <th scope="col">{head.max}</th>
              </tr>
            </thead>
            <tbody>
              {[...rows.entries()].map(([row, price]) => (
                <Row key={row} price={price} language={language} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

function Row({ price, language }: { price: PricePaperRow | undefined; language: Language }) {
  return (
    <tr>
      <td>{price?.number}</td>
      <td>{price && <Item price={price} language={language} />}</td>
      <td>{price && <Amount text={price.min} />}</td>
      <td>{price && <Amount text={price.max} />}</td>
    </tr>
  );
}

function Item({ price: { name, unit, lang }, language }: { price: PricePaperRow; language: Language }) {
  return (
    <span className={sizeOf(`${name} ${unit}`.trim(), LETTERS_THAT_FIT[lang])}>
      <span lang={lang === language ? undefined : lang}>{name}</span>
      {unit && ` ${unit}`}
    </span>
  );
}

function Amount({ text }: { text: string }) {
  return <span className={sizeOf(text, DIGITS_THAT_FIT)}>{text}</span>;
}

const LETTERS_THAT_FIT: Record<Language, number> = { en: 34, si: 29, ta: 26 };
const DIGITS_THAT_FIT = 12;

/**
 * Returns the name of a smaller size for a longer text. The longest text is set in two small lines, because nothing may
 * be cut off on paper.
 */
function sizeOf(text: string, fitting: number): string | undefined {
  const share = [...text].length / fitting;
  if (share <= 1) return undefined;
  if (share <= 1.34) return 'small';
  return share <= 1.6 ? 'smallest' : 'two-lines';
}
