import { writeCount } from '#contract/figures.ts';
import { inLanguage } from '#contract/languages.ts';
import type { RangeScore } from '#contract/outlook.ts';
import type { HowRightPageData } from '#contract/site.ts';
import { type Horizon, horizons } from '#contract/words.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import shell from '../shell/shell.css?inline';
import howRightStyles from './how-right.css?inline';

interface ScoreTableProps {
  horizon: Horizon;
  data: HowRightPageData;
  translator: Translator;
}

function ScoreTable({ horizon, data: { product, rows, total }, translator: { language, t } }: ScoreTableProps) {
  const isOfProduct = product !== null;
  const cells = (ranges: number, { held, missed, mean_width, mean_score }: RangeScore['plain']) => (
    <>
      <td>{writeCount(ranges)}</td>
      <td>{writeCount(held)}</td>
      <td className="share">
        <Bar held={held} missed={missed} />
      </td>
      <td>{shareOfPrice(mean_width)}</td>
      <td>{shareOfPrice(mean_score)}</td>
    </>
  );
  const { ranges, plain } = total[horizon];
  return (
    <table className="scores">
      <caption>{t(`outlook.${horizon}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(isOfProduct ? 'outlook.year' : 'outlook.product')}</th>
          <th scope="col">{t('outlook.ranges')}</th>
          <th scope="col">{t('outlook.held')}</th>
          <th scope="col">{t('outlook.share')}</th>
          <th scope="col">{t('outlook.width')}</th>
          <th scope="col">{t('outlook.score')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className="total">
          <th scope="row">{t(isOfProduct ? 'outlook.allYears' : 'outlook.allProducts')}</th>
          {cells(ranges, total[horizon])}
        </tr>
        <tr className="plain">
          <th scope="row">{t('outlook.plain')}</th>
          {cells(ranges, plain)}
        </tr>
        {rows.map((row) => {
          const name = nameOf(row.product, language);
          return (
            <tr key={`${row.product.id} ${row.year}`}>
              <th scope="row">
                {isOfProduct ? (
                  row.year
                ) : (
                  <a
                    href={inLanguage(language, `/how-right?product=${row.product.id}`)}
                    lang={name.lang === language ? undefined : name.lang}
                  >
                    {name.text}
                  </a>
                )}
              </th>
              {cells(row.scores[horizon].ranges, row.scores[horizon])}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const WIDTH = 100;
const AIM = 80;

function shareOfPrice(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)}%`;
}

function Bar({ held, missed }: Pick<RangeScore, 'held' | 'missed'>) {
  if (held + missed === 0) return '–';
  const percent = (WIDTH * held) / (held + missed);
  return (
    <>
      {`${percent.toFixed(1)}%`}
      <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={percent.toFixed(1)} height="8" />
        <path d={`M${AIM} 0v8`} />
      </svg>
    </>
  );
}

export const howRightPage = page({
  show: HowRightPage,
  path: '/how-right',
  query: ['year', 'product'],
  texts: ['outlook'],
  styles: [base, shell, howRightStyles],
  title: ({ t }) => t('outlook.title'),
  description: ({ centre, t }) => t('outlook.description', { centre }),
  indexed: 'page',
  navigation: { bottom: 'shell.howRight' },
});

export function HowRightPage({ data, translator }: PageProps<'how-right'>) {
  const { language, t } = translator;
  const { years, year, product, rows } = data;
  return (
    <main id="main" className="wrap how-right" tabIndex={-1}>
      <h1>{t('outlook.title')}</h1>
      <p className="lead">{t('outlook.intro')}</p>
      {rows.length === 0 ? (
        <p>{t('outlook.none')}</p>
      ) : (
        <>
          <nav aria-label={t('outlook.years')}>
            <ul className="years">
              {years.toReversed().map((one) => (
                <li key={one}>
                  <a
                    href={inLanguage(language, `/how-right?year=${one}`)}
                    aria-current={one === year ? 'page' : undefined}
                  >
                    {one}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <h2>{product === null ? t('outlook.ofYear', { year: String(year) }) : nameOf(product, language).text}</h2>
          {horizons.map((horizon) => (
            <ScoreTable key={horizon} horizon={horizon} data={data} translator={translator} />
          ))}
        </>
      )}
      <h2>{t('outlook.how.title')}</h2>
      <ul className="rules">
        <li>{t('outlook.how.middle')}</li>
        <li>{t('outlook.how.past')}</li>
        <li>{t('outlook.how.held')}</li>
        <li>{t('outlook.how.score')}</li>
        <li>{t('outlook.how.silent')}</li>
        <li>{t('outlook.how.corrections')}</li>
        <li>{t('outlook.noAdvice')}</li>
      </ul>
      <p>
        <a className="data-link" href="/api/v1/outlook">
          {t('outlook.data')}
        </a>
      </p>
    </main>
  );
}
