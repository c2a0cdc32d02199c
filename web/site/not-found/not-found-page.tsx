import { inLanguage } from '#contract/languages.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';

export const notFoundPage = page({
  show: SiteNotFoundPage,
  styles: [base, shell],
  title: ({ t }) => t('notFound.title'),
  status: 404,
});

function SiteNotFoundPage({ translator: { language, t } }: PageProps<'not-found'>) {
  return (
    <main id="main" className="wrap brief" tabIndex={-1}>
      <h1>{t('notFound.title')}</h1>
      <p className="lead">{t('notFound.text')}</p>
      <a className="button" href={inLanguage(language, '/home-dailyprice')}>
        {t('notFound.prices')}
      </a>
    </main>
  );
}
