import { useEffect, useMemo, useState } from 'react';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { Product } from '#contract/products.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { chartPoints } from '#web/ui/chart/chart-range.ts';
import type { PageProps } from '../page-props.ts';
import { nameOf } from '../product-name.tsx';
import { pointLanguagesAt } from '../shell/point-languages.ts';
import { type ChartChoice, chartChoiceOf, chartPath } from './chart-address.ts';
import { ChartControls } from './chart-controls.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { closedGaps } from './closed-gaps.ts';
import { compareHistory } from './compare-history.ts';
import { ComparedWith } from './compared-with.tsx';
import { LatestPrice } from './latest-price.tsx';
import { OutlookPanel } from './outlook-panel.tsx';
import { PriceTable } from './price-table.tsx';
import { ProductShare } from './product-share.tsx';

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

/** Only the browser knows the list as the reader left it; the server's link leads to the latest. */
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
