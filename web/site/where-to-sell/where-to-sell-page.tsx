import { inLanguage } from '#contract/languages.ts';
import type { WhereToSellPageData } from '#contract/where-to-sell.ts';
import { formatTitle } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import plotStyles from '../product-chart/plot.css?inline';
import { nameOf, ProductName } from '../product-name.tsx';
import shell from '../shell/shell.css?inline';
import { CentreTable } from './centre-table.tsx';
import { TwoCentresSketch } from './two-centres-sketch.tsx';
import { WayForm } from './way-form.tsx';
import styles from './where-to-sell.css?inline';

export const whereToSellPage = page({
  show: WhereToSellPage,
  path: '/where-to-sell',
  query: ['product', 'with', 'km', 'rate', 'load'],
  texts: ['elsewhere', 'where-to-sell'],
  styles: [base, shell, plotStyles, styles],
  title: ({ data, t, language }) =>
    data.product === null ? t('sell.title') : formatTitle(nameOf(data.product, language).text, t('sell.title')),
  description: ({ centre, t }) => t('sell.description', { centre }),
  indexed: 'page',
  navigation: { bottom: 'shell.whereToSell' },
  hasArrivals: true,
});

export function WhereToSellPage({ data, translator }: PageProps<'where-to-sell'>) {
  const { language, t } = translator;
  const { product, products } = data;
  return (
    <main id="main" className="wrap where-to-sell" tabIndex={-1}>
      {product === null ? (
        <>
          <h1>{t('sell.title')}</h1>
          <p className="lead">{t(products.length === 0 ? 'sell.none' : 'sell.intro')}</p>
          <ProductLinks data={data} translator={translator} />
        </>
      ) : (
        <>
          <p>
            <a className="back" href={inLanguage(language, '/where-to-sell')}>
              {t('sell.otherProduct')}
            </a>
          </p>
          <h1>{t('sell.heading', { name: nameOf(product, language).text })}</h1>
          <CentreTable data={data} product={product} translator={translator} />
          <WayForm data={data} product={product} translator={translator} />
          <TwoCentresSketch data={data} translator={translator} />
          <p>
            <a className="button" href={inLanguage(language, `/product/${product.id}/chart`)}>
              {t('sell.chartHere')}
            </a>
          </p>
        </>
      )}
      <p className="sell-notes">
        {t('sell.notes')} <a href="/api/v1/centres/prices">{t('sell.data')}</a>
      </p>
    </main>
  );
}

function ProductLinks({ data: { products }, translator }: { data: WhereToSellPageData; translator: Translator }) {
  const { language } = translator;
  return (
    <ul className="sell-products">
      {products.map((product) => (
        <li key={product.id}>
          <a href={inLanguage(language, `/where-to-sell?product=${product.id}`)}>
            <ProductName product={product} language={language} />
          </a>
        </li>
      ))}
    </ul>
  );
}
