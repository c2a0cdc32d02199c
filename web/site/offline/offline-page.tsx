import { inLanguage } from '#contract/languages.ts';
import type { PageProps } from '../page-props.ts';

export function OfflinePage({ speech: { language, t } }: PageProps<'offline'>) {
  return (
    <main id="main" className="wrap brief" tabIndex={-1}>
      <h1>{t('offline.title')}</h1>
      <p className="lead">{t('offline.text')}</p>
      <p>
        <a className="button accent" href={inLanguage(language, '/home-dailyprice')}>
          {t('offline.lastList')}
        </a>
      </p>
    </main>
  );
}
