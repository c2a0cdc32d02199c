import { inLanguage } from '#contract/languages.ts';
import { horizons } from '#contract/outlook.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import { nameOf } from '../product-name.tsx';
import shell from '../shell/shell.css?inline';
import howRightStyles from './how-right.css?inline';
import { ScoreTable } from './score-table.tsx';

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

export function HowRightPage({ data, speech }: PageProps<'how-right'>) {
  const { language, t } = speech;
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
            <ScoreTable key={horizon} horizon={horizon} data={data} speech={speech} />
          ))}
        </>
      )}
      <h2>{t('outlook.how.title')}</h2>
      <ul className="rules">
        <li>{t('outlook.how.middle')}</li>
        <li>{t('outlook.how.past')}</li>
        <li>{t('outlook.how.held')}</li>
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
