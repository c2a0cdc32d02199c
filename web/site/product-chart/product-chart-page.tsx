import { useEffect, useMemo, useState } from 'react';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { Product } from '#contract/products.ts';
import type { ChartPageData } from '#contract/site.ts';
import { formatDay, formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { chartPoints, newestPoints } from '#web/ui/chart/chart-range.ts';
import base from '../base.css?inline';
import { type PagePicture, type PageProps, page, type Thing, type Told } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import { absolute, describeOffer, describeSeller } from '../seo/structured-data.ts';
import shareStyles from '../share/share.css?inline';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import shell from '../shell/shell.css?inline';
import { type ChartChoice, chartChoiceOf, chartPath } from './chart-address.ts';
import { ChartControls } from './chart-controls.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { closedGaps } from './closed-gaps.ts';
import { compareHistory } from './compare-history.ts';
import { ComparedWith } from './compared-with.tsx';
import { LatestPrice } from './latest-price.tsx';
import outlookStyles from './outlook-panel.css?inline';
import { OutlookPanel } from './outlook-panel.tsx';
import { PriceTable } from './price-table.tsx';
import chartStyles from './product-chart.css?inline';
import { ProductShare } from './product-share.tsx';

export const productChartPage = page({
  show: ProductChartPage,
  path: '/product/:id/chart',
  query: ['range', 'group', 'rows'],
  texts: ['chart', 'changes', 'closed-days', 'share', 'outlook'],
  styles: [base, shell, chartStyles, shareStyles, outlookStyles],
  title: ({ data, language, t }) => t('chart.titleOf', { name: nameOf(data.product, language).text }),
  description: describeLatest,
  indexed: 'each-product',
  picture: pictureOfLatest,
  structuredData: (told) => [describeProduct(told)],
  hydrated: true,
  hasArrivals: true,
});

export function ProductChartPage({ data, frame, speech }: PageProps<'product-chart'>) {
  const { product } = data;
  const { language, t } = speech;
  const [choice, setChoice] = useState(() => chartChoiceOf(frame.path));
  const isAlive = useIsAlive();
  const points = useMemo(() => chartPoints(data, choice.range, choice.group), [data, choice.range, choice.group]);
  const gaps = useMemo(() => closedGaps(points, data.closings, choice.group), [points, data.closings, choice.group]);
  const compared = useMemo(() => compareHistory(data), [data]);
  const choose = (next: ChartChoice) => {
    setChoice(next);
    history.replaceState(null, '', inLanguage(language, chartPath(product.id, next)));
    pointLanguagesAt(chartPath(product.id, next));
  };
  return (
    <main id="main" className="wrap history" tabIndex={-1}>
      <div className="history-top">
        <div>
          <ProductHeading product={product} isAlive={isAlive} speech={speech} />
          {compared && <LatestPrice {...compared} unit={product.unit} speech={speech} />}
        </div>
        {compared && <ProductShare product={product} latest={compared.latest} frame={frame} speech={speech} />}
        {compared && <ComparedWith compared={compared} speech={speech} />}
      </div>
      <p>
        <a href={inLanguage(language, `/alerts?product=${product.id}`)}>{t('chart.alert')}</a>
      </p>
      {!compared && <p className="none">{t('chart.none')}</p>}
      {compared && (
        <>
          <OutlookPanel data={data} speech={speech} />
          <h2>{t('chart.title')}</h2>
          <ChartControls productId={product.id} choice={choice} choose={choose} isAlive={isAlive} speech={speech} />
          <ChartFigure
            points={points}
            gaps={gaps}
            group={choice.group}
            lorries={data.lorries}
            pictureKey={`${choice.range} ${choice.group}`}
            isAlive={isAlive}
            speech={speech}
          />
          <PriceTable
            points={points}
            gaps={gaps}
            name={nameOf(product, language).text}
            isWhole={choice.isWhole}
            wholePath={chartPath(product.id, { ...choice, isWhole: true })}
            showWhole={() => choose({ ...choice, isWhole: true })}
            speech={speech}
          />
        </>
      )}
    </main>
  );
}

/** False on the server and during hydration, so that both render the same. */
function useIsAlive(): boolean {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return isAlive;
}

/** Returns the list as the reader left it, which only the browser knows; the server's link leads to the latest. */
function listAddress(language: Language, isAlive: boolean): string {
  const latest = inLanguage(language, '/home-dailyprice');
  if (!isAlive || document.referrer === '') return latest;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin && pathname === latest ? pathname + search : latest;
}

interface ProductHeadingProps {
  product: Product;
  isAlive: boolean;
  speech: Translator;
}

/** All three languages, because buyers and sellers often differ in theirs. */
function ProductHeading({ product, isAlive, speech: { language, t } }: ProductHeadingProps) {
  const own = nameOf(product, language);
  const mark = (lang: Language) => (lang === language ? undefined : lang);
  const others = languages
    .map((other) => nameOf(product, other))
    .filter(({ text, lang }, index, all) => text !== own.text && all.findIndex((one) => one.lang === lang) === index);
  return (
    <header className="product-heading">
      <p>
        <a className="back" href={listAddress(language, isAlive)}>
          {t('nav.prices')}
        </a>
      </p>
      {product.image !== null && <img src={product.image} alt="" width="640" height="480" decoding="async" />}
      <h1 lang={mark(own.lang)}>{own.text}</h1>
      <p className="other-names">
        {others.map(({ text, lang }) => (
          <span key={lang} lang={mark(lang)}>
            {text}
          </span>
        ))}
      </p>
    </header>
  );
}

function describeLatest({ data, centre, language, t }: Told<ChartPageData>): string {
  const { product } = data;
  const name = nameOf(product, language).text;
  const [latest] = newestPoints(data, 1);
  if (!latest) return t('chart.description', { centre, name });
  const figure = formatRange(cents(latest.minCents), cents(latest.maxCents), t);
  const price = `${t('money.currency')} ${figure} ${t(`unit.${product.unit}`)}`;
  return t('seo.product', { centre, name, price, date: formatDay(fromDayNumber(latest.day), t) });
}

function pictureOfLatest({ product, days }: ChartPageData): PagePicture | undefined {
  const last = days.at(-1);
  if (last === undefined) return undefined;
  const day = fromDayNumber(last);
  return { path: `product/${product.id}.png?${day}`, day };
}

function describeProduct(told: Told<ChartPageData>): Thing {
  const { language, t } = told;
  const { product, days, minCents, maxCents } = told.data;
  const name = nameOf(product, language).text;
  const others = [product.name, product.name_si, product.name_ta, ...product.aliases];
  const url = absolute(`/product/${product.id}/chart`, told);
  const last = days.at(-1);
  return {
    '@type': 'Product',
    name,
    alternateName: [...new Set(others)].filter((other) => other !== '' && other !== name),
    sku: product.code,
    category: t(`type.${product.type}`),
    url,
    ...(product.image !== null && { image: product.image }),
    ...(last !== undefined && {
      offers: {
        ...describeOffer(cents(minCents.at(-1) ?? 0), cents(maxCents.at(-1) ?? 0), t(`unit.${product.unit}`)),
        validFrom: fromDayNumber(last),
        seller: describeSeller(told),
        url,
      },
    }),
  };
}
