import { inLanguage } from '#contract/languages.ts';
import type { HomePageData, ShownPrice } from '#contract/site.ts';
import { centsOf, formatDay, formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
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
              <ShortPrice key={price.id} price={price} speech={speech} />
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

function ShortPrice({ price, speech: { language, t } }: { price: ShownPrice; speech: Translator }) {
  const { product } = price;
  return (
    <li>
      <a href={inLanguage(language, `/product/${product.id}/chart`)}>
        <ProductName product={product} language={language} />
      </a>
      <span className="short-figure">
        <span className="currency">{t('money.currency')}</span>
        {` ${formatRange(centsOf(price.min_price), centsOf(price.max_price), t)} `}
        <span className="unit">{t(`unit.${product.unit}`)}</span>
      </span>
    </li>
  );
}
