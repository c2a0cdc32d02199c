import { inLanguage } from '#contract/languages.ts';
import { frameOf, layOutPlan, listMarks } from '#contract/plan/lay-out-plan.ts';
import type { StallsPageData } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import planStyles from '#web/ui/plan/plan.css?inline';
import { PlanDrawing } from '#web/ui/plan/plan-drawing.tsx';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import { nameOf, ProductName } from '../product-name.tsx';
import shell from '../shell/shell.css?inline';
import styles from './stalls.css?inline';

const PATH = '/stalls';
/** The width of a unit of the plan in pixels, where the page is narrower than the plan. */
const UNIT = 4;

export const stallsPage = page({
  show: StallsPage,
  path: PATH,
  query: ['product', 'q'],
  texts: ['stalls'],
  styles: [base, shell, planStyles, styles],
  title: ({ data, t, language }) =>
    data.product === null ? t('stalls.title') : t('stalls.whoSells', { name: nameOf(data.product, language).text }),
  description: ({ centre, t }) => t('stalls.description', { centre }),
  indexed: 'page',
  navigation: { bottom: 'shell.stalls' },
  isUnstored: true,
});

/** Who sells what, and where. Only tenants who agreed are named. */
function StallsPage({ data, translator }: PageProps<'stalls'>) {
  const { language, t } = translator;
  const { product, search, stalls, listed } = data;
  const isAsked = product !== null || search !== '';
  return (
    <main id="main" className="wrap stalls" tabIndex={-1}>
      <h1>{product === null ? t('stalls.title') : t('stalls.whoSells', { name: nameOf(product, language).text })}</h1>
      <search>
        <form method="get" action={inLanguage(language, PATH)} className="stalls-search">
          <label>
            {t('stalls.search')}
            <input type="search" name="q" defaultValue={search} autoComplete="off" enterKeyHint="search" />
          </label>
          <button type="submit">{t('stalls.find')}</button>
          {isAsked && <a href={inLanguage(language, PATH)}>{t('stalls.all')}</a>}
        </form>
      </search>
      <p role="status">{describeFound(data, translator)}</p>
      <StallList data={data} translator={translator} />
      <StallPlan data={data} translator={translator} />
      {data.sold.length > 0 && (
        <section aria-labelledby="goods">
          <h2 id="goods">{t('stalls.goods')}</h2>
          <ul className="stalls-goods">
            {data.sold.map((one) => (
              <li key={one.id}>
                <a
                  href={inLanguage(language, `${PATH}?product=${one.id}`)}
                  aria-current={one.id === product?.id ? 'true' : undefined}
                >
                  <ProductName product={one} language={language} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="stalls-note">{t(stalls.length === listed ? 'stalls.note' : 'stalls.noteFound')}</p>
    </main>
  );
}

function describeFound({ product, search, stalls, listed }: StallsPageData, { language, t }: Translator): string {
  if (listed === 0) return t('stalls.none');
  if (product !== null && stalls.length === 0) return t('stalls.noSeller', { name: nameOf(product, language).text });
  if (stalls.length === 0) return t('stalls.notFound', { search });
  return t('stalls.count', { count: stalls.length });
}

function anchorOf(shopId: string): string {
  return `stall-${shopId}`;
}

interface PartProps {
  data: StallsPageData;
  translator: Translator;
}

function StallList({ data: { stalls }, translator: { language } }: PartProps) {
  if (stalls.length === 0) return null;
  return (
    <ul className="stalls-list">
      {stalls.map(({ shopId, tradeName, goods }) => (
        <li key={shopId} id={anchorOf(shopId)} tabIndex={-1}>
          <b className="stalls-number">{shopId}</b>
          <span>
            <strong>{tradeName}</strong>
            {goods.length > 0 && (
              <span className="stalls-sold">{goods.map((one) => nameOf(one, language).text).join(', ')}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function StallPlan({ data: { plan, stalls }, translator: { t } }: PartProps) {
  if (plan.shop_ids.length === 0) return null;
  const laidOut = layOutPlan(plan);
  const found = new Map(stalls.map((stall) => [stall.shopId, stall]));
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{t('stalls.plan')}</h2>
      <PlanDrawing
        label={t('stalls.planOf')}
        frame={frameOf({ ...plan, picture: null }, laidOut)}
        unit={UNIT}
        stalls={laidOut.stalls}
        rows={laidOut.rows}
        marks={listMarks(plan.parts)}
        levelOf={({ shopId }) => (found.has(shopId) ? 2 : 0)}
        wrapStall={({ shopId }, drawn) => {
          const stall = found.get(shopId);
          if (!stall) return drawn;
          return (
            <a href={`#${anchorOf(shopId)}`} aria-label={`${shopId} ${stall.tradeName}`}>
              <title>{`${shopId} ${stall.tradeName}`}</title>
              {drawn}
            </a>
          );
        }}
      />
    </section>
  );
}
