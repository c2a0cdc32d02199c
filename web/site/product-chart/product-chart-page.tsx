import { useEffect, useMemo, useState } from 'react';
import { fromDayNumber } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatDay } from '#contract/days.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { Product } from '#contract/products.ts';
import type { ChartPageData, ShortFrame } from '#contract/site.ts';
import { formatRange } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { picturePath } from '#web/path.ts';
import {
  CHART_GROUPS,
  CHART_RANGES,
  type ChartGroup,
  type ChartRange,
  chartPoints,
  newestPoints,
  type PricePoint,
} from '#web/ui/chart/chart-range.ts';
import base from '../base.css?inline';
import { CentresPanel } from '../elsewhere/centres-panel.tsx';
import elsewhereStyles from '../elsewhere/elsewhere.css?inline';
import { type PagePicture, type PageProps, page, type Thing, type Told } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import { absolute, describeOffer, describeSeller, pricesOfOffer } from '../seo/structured-data.ts';
import shareStyles from '../share/share.css?inline';
import { ShareLink } from '../share/share-link.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import { pictureOfProduct, shareProduct } from '../share/share-text.ts';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import shell from '../shell/shell.css?inline';
import { ChartFigure } from './chart-figure.tsx';
import { closedGaps } from './closed-gaps.ts';
import { compareHistory } from './compare-history.ts';
import { ComparedWith } from './compared-with.tsx';
import { LatestPrice } from './latest-price.tsx';
import otherNames from './other-names.css?inline';
import { outlookBand } from './outlook-band.ts';
import outlookStyles from './outlook-panel.css?inline';
import { OutlookPanel } from './outlook-panel.tsx';
import plotStyles from './plot.css?inline';
import { PriceTable } from './price-table.tsx';
import chartStyles from './product-chart.css?inline';

/**
 * What the reader chose: period, grouping, and whether the table has all rows. The address contains these choices, so
 * that the page works without scripts.
 */
interface ChartChoice {
  range: ChartRange;
  group: ChartGroup;
  isWhole: boolean;
}

const USUAL: ChartChoice = { range: '1M', group: 'daily', isWhole: false };

export function chartChoiceOf(path: string): ChartChoice {
  const query = new URLSearchParams(path.split('?')[1]);
  return {
    range: CHART_RANGES.find((range) => range === query.get('range')) ?? USUAL.range,
    group: CHART_GROUPS.find((group) => group === query.get('group')) ?? USUAL.group,
    isWhole: query.get('rows') === 'all',
  };
}

export function chartPath(productId: number, { range, group, isWhole }: ChartChoice): string {
  const query = new URLSearchParams();
  if (range !== USUAL.range) query.set('range', range);
  if (group !== USUAL.group) query.set('group', group);
  if (isWhole) query.set('rows', 'all');
  const path = `/product/${productId}/chart`;
  return query.size === 0 ? path : `${path}?${query}`;
}

const CHART_ID = 'chart';

export const productChartPage = page({
  show: ProductChartPage,
  path: '/product/:id/chart',
  query: ['range', 'group', 'rows'],
  texts: ['chart', 'outlook', 'elsewhere'],
  styles: [base, shell, plotStyles, chartStyles, otherNames, shareStyles, outlookStyles, elsewhereStyles],
  title: ({ data, language, t }) => t('chart.titleOf', { name: nameOf(data.product, language).text }),
  description: describeLatest,
  indexed: 'each-product',
  picture: pictureOfLatest,
  structuredData: (told) => [describeProduct(told)],
  hydrated: true,
  paintsWith: CHART_ID,
  hasArrivals: true,
});

export function ProductChartPage({ data, frame, translator }: PageProps<'product-chart'>) {
  const { product } = data;
  const { language, t } = translator;
  const [choice, setChoice] = useState(() => chartChoiceOf(frame.path));
  const isAlive = useIsAlive();
  const points = useMemo(() => chartPoints(data, choice.range, choice.group), [data, choice.range, choice.group]);
  const gaps = useMemo(() => closedGaps(points, data.closings, choice.group), [points, data.closings, choice.group]);
  const compared = useMemo(() => compareHistory(data), [data]);
  const band = useMemo(() => (compared ? outlookBand(compared.latest, data.outlook) : []), [compared, data.outlook]);
  const choose = (next: ChartChoice) => {
    setChoice(next);
    history.replaceState(null, '', inLanguage(language, chartPath(product.id, next)));
    pointLanguagesAt(chartPath(product.id, next));
  };
  return (
    <main id="main" className="wrap history" tabIndex={-1}>
      <div className="history-top">
        <ProductHeading product={product} isAlive={isAlive} translator={translator} />
        {compared && <LatestPrice {...compared} unit={product.unit} translator={translator} />}
      </div>
      {!compared && (
        <>
          <p className="none">{t('chart.none')}</p>
          <SellersLink data={data} translator={translator} />
          <CentresPanel productId={product.id} rows={data.elsewhere} translator={translator} />
        </>
      )}
      {compared && (
        <>
          <div className="history-body">
            <section id={CHART_ID} aria-labelledby="history">
              <h2 id="history" className="unseen">
                {t('chart.title')}
              </h2>
              <ChartFigure
                points={points}
                band={band}
                gaps={gaps}
                group={choice.group}
                lorries={data.lorries}
                pictureKey={`${choice.range} ${choice.group}`}
                isAlive={isAlive}
                translator={translator}
              />
              <ChartControls
                productId={product.id}
                choice={choice}
                choose={choose}
                isAlive={isAlive}
                translator={translator}
              />
            </section>
            <ProductShare product={product} latest={compared.latest} frame={frame} translator={translator} />
            <div>
              <ComparedWith compared={compared} translator={translator} />
              <SellersLink data={data} translator={translator} />
              <CentresPanel productId={product.id} rows={data.elsewhere} translator={translator} />
            </div>
          </div>
          <PriceTable
            points={points}
            gaps={gaps}
            name={nameOf(product, language).text}
            isWhole={choice.isWhole}
            wholePath={chartPath(product.id, { ...choice, isWhole: true })}
            showWhole={() => choose({ ...choice, isWhole: true })}
            translator={translator}
          />
          <OutlookPanel data={data} translator={translator} />
        </>
      )}
    </main>
  );
}

function SellersLink({ data: { product, sellers }, translator }: { data: ChartPageData; translator: Translator }) {
  const { language, t } = translator;
  if (sellers === 0) return null;
  return (
    <p>
      <a href={inLanguage(language, `/stalls?product=${product.id}`)}>
        {t('chart.sellers', { count: sellers, name: nameOf(product, language).text })}
      </a>
    </p>
  );
}

/** Returns false on the server and during hydration, so that both render the same page. */
function useIsAlive(): boolean {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return isAlive;
}

/**
 * Returns the address of the price list with the choices that the reader made there, which only the browser knows. On
 * the server, returns the address of the latest list.
 */
function listAddress(language: Language, isAlive: boolean): string {
  const latest = inLanguage(language, '/home-dailyprice');
  if (!isAlive || document.referrer === '') return latest;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin && pathname === latest ? pathname + search : latest;
}

interface ProductHeadingProps {
  product: Product;
  isAlive: boolean;
  translator: Translator;
}

/** The name of the product in all three languages, because buyers and sellers often speak different ones. */
function ProductHeading({ product, isAlive, translator: { language, t } }: ProductHeadingProps) {
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
      {product.image !== null && (
        <img src={picturePath(product.image)} alt="" width="640" height="480" decoding="async" />
      )}
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
        ...describeOffer(
          pricesOfOffer(cents(minCents.at(-1) ?? 0), cents(maxCents.at(-1) ?? 0)),
          t(`unit.${product.unit}`),
        ),
        validFrom: fromDayNumber(last),
        seller: describeSeller(told),
        url,
      },
    }),
  };
}

interface ProductShareProps {
  product: Product;
  latest: PricePoint;
  frame: ShortFrame;
  translator: Translator;
}

function ProductShare({ product, latest, frame, translator }: ProductShareProps) {
  const price = {
    product,
    date: fromDayNumber(latest.day),
    minCents: cents(latest.minCents),
    maxCents: cents(latest.maxCents),
  };
  const messageFrom = (origin: string) => shareProduct(price, origin, translator);
  return (
    <div className="share-bar" id="share">
      <ShareLink
        subject={product.id}
        message={messageFrom(frame.publicUrl ?? '')}
        frame={frame}
        translator={translator}
      />
      <a className="button" href={pictureOfProduct(product.id, translator.language)} download>
        {translator.t('share.picture')}
      </a>
      {frame.hasAlerts && (
        <a className="button" href={inLanguage(translator.language, `/alerts?product=${product.id}`)}>
          {translator.t('chart.alert')}
        </a>
      )}
      <ShareMenu find={() => messageFrom(frame.publicUrl ?? location.origin)} translator={translator} />
    </div>
  );
}

interface ChartControlsProps {
  productId: number;
  choice: ChartChoice;
  choose: (choice: ChartChoice) => void;
  isAlive: boolean;
  translator: Translator;
}

function ChartControls({ productId, choice, choose, isAlive, translator: { language, t } }: ChartControlsProps) {
  const option = (next: ChartChoice, isChosen: boolean, { text, explained }: { text: string; explained?: string }) => {
    const key = `${next.range} ${next.group}`;
    if (isAlive)
      return (
        <button key={key} type="button" aria-pressed={isChosen} title={explained} onClick={() => choose(next)}>
          {text}
        </button>
      );
    const href = inLanguage(language, chartPath(productId, next));
    return (
      <a key={key} href={href} aria-current={isChosen ? 'true' : undefined} title={explained}>
        {text}
      </a>
    );
  };
  return (
    <div className="chart-controls">
      <fieldset className="options">
        <legend>{t('chart.range')}</legend>
        {CHART_RANGES.map((range) => {
          const text = t(`chart.range.${range}`);
          return option({ ...choice, range }, range === choice.range, {
            text,
            explained: t(`chart.rangeName.${range}`),
          });
        })}
      </fieldset>
      <fieldset className="options">
        <legend>{t('chart.group')}</legend>
        {CHART_GROUPS.map((group) => {
          const text = t(`chart.group.${group}`);
          return option({ ...choice, group }, group === choice.group, { text });
        })}
      </fieldset>
    </div>
  );
}
