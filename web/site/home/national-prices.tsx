import { cents } from '#billing/money.ts';
import { formatDay } from '#contract/days.ts';
import { inLanguage } from '#contract/languages.ts';
import type { NationalPrices, UnionPrice } from '#contract/where-to-sell.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ProductName } from '../product-name.tsx';

interface NationalProps {
  national: NonNullable<NationalPrices>;
  translator: Translator;
}

/** The prices of all centres, in the place where a market shows its own. */
export function NationalPriceList({ national: { date, centres, rows }, translator }: NationalProps) {
  const { language, t } = translator;
  return (
    <section className="latest national" aria-labelledby="latest">
      <h2 id="latest">{t('home.national')}</h2>
      {rows.length === 0 ? (
        <p>{t('home.national.none')}</p>
      ) : (
        <>
          <p className="latest-day">{t('home.national.of', { date: formatDay(date, t), count: centres })}</p>
          <ul className="short-list">
            {rows.map((row) => (
              <li key={row.product.id}>
                <a href={inLanguage(language, `/where-to-sell?product=${row.product.id}`)}>
                  <ProductName product={row.product} language={language} />
                </a>
                <End
                  of={row.highest}
                  word={t('home.national.dearest')}
                  unit={row.product.unit}
                  translator={translator}
                />
                {row.centres > 1 && (
                  <End
                    of={row.lowest}
                    word={t('home.national.cheapest')}
                    unit={row.product.unit}
                    translator={translator}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface EndProps {
  of: UnionPrice['highest'];
  word: string;
  unit: UnionPrice['product']['unit'];
  translator: Translator;
}

function End({ of, word, unit, translator: { language, t } }: EndProps) {
  return (
    <p className="national-end">
      {word}{' '}
      <b>
        {t('money.currency')} {formatRange(cents(of.minCents), cents(of.maxCents), t)}
      </b>{' '}
      {t(`unit.${unit}`)} · {of.name[language]}{' '}
      <a href={of.licence ?? of.source} rel="license noopener noreferrer">
        <small>{t('home.national.terms')}</small>
      </a>
    </p>
  );
}
