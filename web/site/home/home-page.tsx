import type { Day } from '#billing/calendar.ts';
import type { DayList, ShownPrice } from '#contract/site.ts';
import { centsOf, formatDay, formatRange } from '#web/i18n/format.ts';
import { inLanguage, type Speech } from '#web/i18n/translate.ts';
import type { PageProps } from '../pages.ts';
import { ProductName } from '../product-name.tsx';
import { MarketFacts } from './market-facts.tsx';
import { MarketScene } from './market-scene.tsx';

/** Rows of the latest list that the home page shows. */
const SHORT_LIST = 10;

/** The front of the market: a welcome, the latest prices in short, and what the market is. */
export function HomePage({ data, frame, speech }: PageProps<'home'>) {
  const { language, t } = speech;
  return (
    <main id="main" tabIndex={-1}>
      <section className="welcome">
        <div className="wrap">
          <div>
            <h1>{t('home.welcome', { centre: frame.centre.name[language] })}</h1>
            <p>{t('home.description')}</p>
            <a className="button accent" href={inLanguage(language, '/home-dailyprice')}>
              {t('home.seePrices')}
            </a>
          </div>
          <MarketScene title={t('home.scene')} />
        </div>
      </section>
      <section className="wrap latest" aria-labelledby="latest">
        <h2 id="latest">{t('home.latest')}</h2>
        {data.latest ? <LatestPrices latest={data.latest} speech={speech} /> : <p>{t('home.noPrices')}</p>}
      </section>
      <MarketFacts speech={speech} />
    </main>
  );
}

/** The first rows of the latest list, under the date they are of, and the way to all of it. */
function LatestPrices({ latest, speech }: { latest: DayList; speech: Speech }) {
  const { language, t } = speech;
  return (
    <>
      <p className="latest-day">{t('prices.of', { date: formatDay(latest.date, t) })}</p>
      <ul className="short-list">
        {latest.rows.slice(0, SHORT_LIST).map((price) => (
          <ShortPrice key={price.id} price={price} speech={speech} />
        ))}
      </ul>
      <a className="button" href={addressOf(latest.date, language)}>
        {t('home.wholeList', { count: latest.rows.length })}
      </a>
    </>
  );
}

function ShortPrice({ price, speech: { language, t } }: { price: ShownPrice; speech: Speech }) {
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

function addressOf(date: Day, language: Speech['language']): string {
  return inLanguage(language, `/home-dailyprice?date=${date}`);
}
