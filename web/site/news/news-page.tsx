import { inLanguage } from '#contract/languages.ts';
import type { Translator } from '#web/i18n/translate.ts';
import type { PageProps } from '../page-props.ts';
import { newsPath } from './news-address.ts';
import { NewsList } from './news-list.tsx';
import { TypeChips } from './type-chips.tsx';

export function NewsPage({ data, speech }: PageProps<'news'>) {
  const { publications, newsType } = data;
  const { t } = speech;
  return (
    <main id="main" className="wrap news-page" tabIndex={-1}>
      <h1>{t('news.title')}</h1>
      <p className="lead">{t('news.intro')}</p>
      <TypeChips chosen={newsType} pathOf={newsPath} speech={speech} />
      {publications.length === 0 ? (
        <p className="news-none">{t('news.none')}</p>
      ) : (
        <NewsList publications={publications} heading="h2" speech={speech} />
      )}
      {data.pages > 1 && <PageLinks data={data} speech={speech} />}
    </main>
  );
}

function PageLinks({ data, speech: { language, t } }: { data: PageProps<'news'>['data']; speech: Translator }) {
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
