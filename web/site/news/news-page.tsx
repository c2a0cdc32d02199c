import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import base from '../base.css?inline';
import chips from '../chips.css?inline';
import { type PageProps, page } from '../page.ts';
import shell from '../shell/shell.css?inline';
import newsStyles from './news.css?inline';
import { newsPath } from './news-address.ts';
import { NewsList } from './news-list.tsx';
import newsPages from './news-pages.css?inline';
import { TypeChips } from './type-chips.tsx';

export const newsPage = page({
  show: NewsPage,
  path: '/news',
  query: ['type', 'page'],
  texts: ['news'],
  styles: [base, shell, chips, newsStyles, newsPages],
  title: ({ t }) => t('news.title'),
  description: ({ centre, t }) => t('news.description', { centre }),
  indexed: 'page',
  canonical: ({ newsType, page }, here) => (newsType === 'all' && page > 1 ? `${here}?page=${page}` : here),
  navigation: { top: 'nav.news', bottom: 'nav.news' },
  hasNewsFeed: true,
});

export function NewsPage({ data, translator }: PageProps<'news'>) {
  const { publications, newsType } = data;
  const { t } = translator;
  return (
    <main id="main" className="wrap news-page" tabIndex={-1}>
      <h1>{t('news.title')}</h1>
      <p className="lead">{t('news.intro')}</p>
      <TypeChips chosen={newsType} pathOf={newsPath} translator={translator} />
      {publications.length === 0 ? (
        <p className="news-none">{t('news.none')}</p>
      ) : (
        <NewsList publications={publications} heading="h2" translator={translator} />
      )}
      {data.pages > 1 && <PageLinks data={data} translator={translator} />}
    </main>
  );
}

function PageLinks({ data, translator: { language, t } }: { data: PageProps<'news'>['data']; translator: Translator }) {
  const { newsType, page, pages } = data;
  return (
    <nav className="page-links" aria-label={t('news.pages')}>
      {page > 1 && (
        <a className="button" rel="prev" href={inLanguage(language, newsPath(newsType, page - 1))}>
          {t('news.newer')}
        </a>
      )}
      <span>{t('news.page', { page, pages })}</span>
      {page < pages && (
        <a className="button" rel="next" href={inLanguage(language, newsPath(newsType, page + 1))}>
          {t('news.older')}
        </a>
      )}
    </nav>
  );
}
