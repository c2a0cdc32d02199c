import { useEffect } from 'react';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { ShownPrice } from '#contract/site.ts';
import { centsOf, formatDay, formatExactRupees } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { PageProps } from '../page-props.ts';
import { nameOf } from '../product-name.tsx';
import { type PrintRow, printPages } from './print-rows.ts';

/** A4, two columns of 60 rows. It opens the print dialog when scripts run. */
export function PricesPrintPage({ data, frame, speech }: PageProps<'print-prices'>) {
  const { language, t } = speech;
  const isEmpty = data.rows.length === 0;
  useEffect(() => {
    if (!isEmpty) void printWhenReady();
  }, [isEmpty]);
  const pages = printPages(data.rows);
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
      {isEmpty && <p className="none">{t('print.none')}</p>}
      {!isEmpty &&
        pages.map((columns, index) => (
          <section className="sheet" key={columns[0]?.[0]?.number}>
            <header>
              {index === 0 ? (
                <h1>{frame.centre.name[language]}</h1>
              ) : (
                <p className="again">{frame.centre.name[language]}</p>
              )}
              <p>
                {t('print.title')} · <b>{formatDay(data.date, t)}</b>
                {pages.length > 1 && ` · ${t('print.page', { page: index + 1, pages: pages.length })}`}
              </p>
            </header>
            <div className="columns">
              {columns.map((rows) => (
                <PrintColumn key={rows[0]?.number} rows={rows} speech={speech} />
              ))}
            </div>
          </section>
        ))}
    </main>
  );
}

/** Text measured before its font has loaded would move on paper. */
async function printWhenReady(): Promise<void> {
  await document.fonts?.ready;
  window.print();
}

function PrintColumn({ rows, speech }: { rows: PrintRow[]; speech: Translator }) {
  const { t } = speech;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('print.number')}</th>
          <th scope="col">{t('print.item')}</th>
          <th scope="col">{t('print.min')}</th>
          <th scope="col">{t('print.max')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, price }) => (
          <tr key={number}>
            <td>{price && number}</td>
            <td>{price && <Item price={price} speech={speech} />}</td>
            <td>{price && <Amount rupees={price.min_price} t={t} />}</td>
            <td>{price && <Amount rupees={price.max_price} t={t} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Only if it is not the kilogram of the column headings. */
function Item({ price: { product }, speech: { language, t } }: { price: ShownPrice; speech: Translator }) {
  const { text, lang } = nameOf(product, language);
  const unit = product.unit === 'kg' ? '' : ` (${t(`print.unit.${product.unit}`)})`;
  return (
    <span className={sizeOf(text + unit, LETTERS_THAT_FIT[lang])}>
      <span lang={lang === language ? undefined : lang}>{text}</span>
      {unit}
    </span>
  );
}

function Amount({ rupees, t }: { rupees: number; t: Translator['t'] }) {
  const text = formatExactRupees(centsOf(rupees), t);
  return <span className={sizeOf(text, DIGITS_THAT_FIT)}>{text}</span>;
}

/** Characters of each script that fit their column at full size. */
const LETTERS_THAT_FIT: Record<Language, number> = { en: 34, si: 29, ta: 26 };
const DIGITS_THAT_FIT = 12;

/** Longer text is set smaller, the longest in two small lines, because nothing may be cut off on paper. */
function sizeOf(text: string, fitting: number): string | undefined {
  const share = [...text].length / fitting;
  if (share <= 1) return undefined;
  if (share <= 1.34) return 'small';
  return share <= 1.6 ? 'smallest' : 'two-lines';
}
