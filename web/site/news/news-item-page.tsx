import { inLanguage } from '#contract/languages.ts';
import type { PageProps } from '../page-props.ts';
import { NewsHead, NewsPicture, NewsText } from './news-parts.tsx';

export function NewsItemPage({ data: { publication }, speech }: PageProps<'news-item'>) {
  const { language, t } = speech;
  return (
    <main id="main" className="wrap news-item-page" tabIndex={-1}>
      <article>
        <NewsHead publication={publication} speech={speech} />
        <h1>
          <NewsText told={publication.topic} language={language} />
        </h1>
        {publication.image !== null && <NewsPicture publication={publication} speech={speech} />}
        <p className="news-whole">
          <NewsText told={publication.description} language={language} />
        </p>
      </article>
      <a className="button" href={inLanguage(language, '/news')}>
        {t('news.all')}
      </a>
    </main>
  );
}
