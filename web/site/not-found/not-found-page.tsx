import { inLanguage } from '#contract/languages.ts';
import type { PageProps } from '../page-props.ts';

export function SiteNotFoundPage({ speech: { language, t } }: PageProps<'not-found'>) {
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
