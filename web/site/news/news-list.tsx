import { inLanguage } from '#contract/languages.ts';
import type { NewsItem } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { onPlainClick } from '#web/ui/address/plain-click.ts';
import { cutText } from './cut-text.ts';
import { newsItemPath } from './news-address.ts';
import { NewsHead, NewsPicture, NewsText } from './news-parts.tsx';

interface NewsListProps {
  publications: readonly NewsItem[];
  heading: 'h2' | 'h3';
  /**
   * Opens a publication in a dialog. Without this function, and without scripts, the link opens the publication's own
   * page.
   */
  open?: ((publication: NewsItem) => void) | undefined;
  translator: Translator;
}

export function NewsList({ publications, heading, open, translator }: NewsListProps) {
  return (
    <ul className="news-list">
      {publications.map((publication) => (
        <li key={publication.id} className="news-card">
          <NewsPicture publication={publication} translator={translator} />
          <NewsWords publication={publication} heading={heading} open={open} translator={translator} />
        </li>
      ))}
    </ul>
  );
}

interface NewsWordsProps extends Omit<NewsListProps, 'publications'> {
  publication: NewsItem;
}

export function NewsWords({ publication, heading: Heading, open, translator }: NewsWordsProps) {
  const { id, topic, description } = publication;
  const { language } = translator;
  return (
    <div className="news-words">
      <NewsHead publication={publication} translator={translator} />
      <Heading>
        <a
          href={inLanguage(language, newsItemPath(id))}
          aria-haspopup={open && 'dialog'}
          onClick={open && onPlainClick(() => open(publication))}
        >
          <NewsText translated={topic} language={language} />
        </a>
      </Heading>
      <p className="news-text">
        <NewsText translated={description} language={language}>
          {cutText(description.text)}
        </NewsText>
      </p>
    </div>
  );
}
