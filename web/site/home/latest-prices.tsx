import { inLanguage } from '#contract/languages.ts';
import type { HomePageData, ShownComparison, ShownPrice } from '#contract/site.ts';
import { formatDay, formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ChangeLine, changeTexts } from '../price-change.tsx';
import { ProductName } from '../product-name.tsx';

export function LatestPrices({ latest, speech }: { latest: HomePageData['latest']; speech: Translator }) {
  const { language, t } = speech;
  return (
    <section className="latest" aria-labelledby="latest">
      <h2 id="latest">{t('home.latest')}</h2>
      {latest === null ? (
        <p>{t('home.noPrices')}</p>
      ) : (
        <>
          <p className="latest-day">{t('prices.of', { date: formatDay(latest.date, t) })}</p>
          <ul className="short-list">
            {latest.rows.map((price) => (
              <ShortPrice
                key={price.product_id}
                price={price}
                comparison={latest.comparisons[price.product.code]}
                speech={speech}
              />
            ))}
          </ul>
          <a className="button" href={inLanguage(language, `/home-dailyprice?date=${latest.date}`)}>
            {t('home.wholeList', { count: latest.count })}
          </a>
        </>
      )}
    </section>
  );
}

interface ShortPriceProps {
  price: ShownPrice;
  comparison: ShownComparison | undefined;
  speech: Translator;
}

function ShortPrice({ price, comparison, speech }: ShortPriceProps) {
  const { language, t } = speech;
  const { product } = price;
  return (
    <li>
      <a href={inLanguage(language, `/product/${product.id}/chart`)}>
        <ProductName product={product} language={language} />
      </a>
      <span className="short-figure">
        <span className="currency">{t('money.currency')}</span>
        {` ${formatRange(price.minCents, price.maxCents, t)} `}
        <span className="unit">{t(`unit.${product.unit}`)}</span>
      </span>
      {comparison && (
        <ChangeLine comparison={comparison} texts={changeTexts(comparison, null, speech)} speech={speech} />
      )}
    </li>
  );
}
