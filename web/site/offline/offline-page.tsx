import { inLanguage } from '#contract/languages.ts';
import base from '../base.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';

export const offlinePage = page({
  show: OfflinePage,
  path: '/offline',
  styles: [base, shell],
  title: ({ t }) => t('offline.title'),
});

function OfflinePage({ translator: { language, t } }: PageProps<'offline'>) {
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
