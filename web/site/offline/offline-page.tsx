import { inLanguage } from '#contract/languages.ts';
import base from '../base.css?inline';
import { scriptJson } from '../byte-writer.ts';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import { KEPT_WORDS_ID, keptKeys } from './kept-words.ts';
import styles from './offline.css?inline';

export const offlinePage = page({
  show: OfflinePage,
  path: '/offline',
  texts: ['offline'],
  styles: [base, shell, styles],
  title: ({ t }) => t('offline.page'),
});

/** The style sheet shows the heading of the reason with which the service worker marks the page. */
function OfflinePage({ translator: { language, t } }: PageProps<'offline'>) {
  const words = Object.fromEntries(keptKeys.map((key) => [key, t(key)]));
  return (
    <main id="main" className="wrap brief" tabIndex={-1}>
      <h1>
        <span className="why-offline">{t('offline.title.offline')}</span>
        <span className="why-unreachable">{t('offline.title.unreachable')}</span>
        <span className="why-unanswered">{t('offline.title.unanswered')}</span>
      </h1>
      <p className="lead">
        {t('offline.text')} {t('offline.opens')}
      </p>
      <p>
        <a className="button accent" href={inLanguage(language, '/home-dailyprice')}>
          {t('offline.lastList')}
        </a>
      </p>
      <script id={KEPT_WORDS_ID} type="application/json" dangerouslySetInnerHTML={{ __html: scriptJson(words) }} />
    </main>
  );
}
