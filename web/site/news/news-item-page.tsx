import { inLanguage } from '#contract/languages.ts';
import type { NewsItem } from '#contract/site.ts';
import base from '../base.css?inline';
import { type PageProps, page, type Thing, type Told } from '../page.ts';
import { absolute, describeSeller } from '../seo/structured-data.ts';
import shell from '../shell/shell.css?inline';
import { cutText } from './cut-text.ts';
import newsStyles from './news.css?inline';
import newsPages from './news-pages.css?inline';
import { NewsHead, NewsPicture, NewsText } from './news-parts.tsx';

export const newsItemPage = page({
  show: NewsItemPage,
  path: '/news/:id',
  texts: ['news'],
  styles: [base, shell, newsStyles, newsPages],
  title: ({ data }) => data.publication.topic.text,
  description: ({ data }) => cutText(data.publication.description.text),
  indexed: 'each-publication',
  picture: ({ publication: { image } }) => (image === null ? undefined : { image }),
  structuredData: (told) => [describeArticle(told.data.publication, told)],
  isArticle: true,
  hasNewsFeed: true,
});

export function NewsItemPage({ data: { publication }, translator }: PageProps<'news-item'>) {
  const { language, t } = translator;
  return (
    <main id="main" className="wrap news-item-page" tabIndex={-1}>
      <article>
        <NewsHead publication={publication} translator={translator} />
        <h1>
          <NewsText translated={publication.topic} language={language} />
        </h1>
        {publication.image !== null && <NewsPicture publication={publication} translator={translator} />}
        <p className="news-whole">
          <NewsText translated={publication.description} language={language} />
        </p>
      </article>
      <a className="button" href={inLanguage(language, '/news')}>
        {t('news.all')}
      </a>
    </main>
  );
}

function describeArticle({ id, topic, image, createdAt }: NewsItem, told: Told): Thing {
  return {
    '@type': 'NewsArticle',
    headline: topic.text,
    datePublished: createdAt,
    inLanguage: topic.language,
    publisher: describeSeller(told),
    url: absolute(`/news/${id}`, told),
    ...(image !== null && { image }),
  };
}
