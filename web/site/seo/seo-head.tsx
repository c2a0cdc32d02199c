import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { PageDataByName, PageFrame, PageName } from '#contract/site.ts';
import { formatDay } from '#web/i18n/format.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { canonicalPath } from './canonical-path.ts';
import { shareImageDay } from './share-image.ts';

const LOCALES: Record<Language, string> = { en: 'en_LK', si: 'si_LK', ta: 'ta_LK' };

const NEWS_PAGES: ReadonlySet<PageName> = new Set(['home', 'news', 'news-item']);

interface FindableHeadProps {
  page: PageName;
  data: PageDataByName[PageName];
  frame: PageFrame;
  title: string;
  description: string | undefined;
  speech: Translator;
}

/**
 * Addresses are absolute or omitted: search engines ignore others, and a host claimed by one request would be cached
 * for everybody.
 */
export function SeoHead({ page, data, frame, title, description, speech }: FindableHeadProps) {
  const place = canonicalPath(page, data, frame);
  return (
    <>
      {description && <meta name="description" content={description} />}
      {place === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          {frame.publicUrl !== null && (
            <Addresses publicUrl={frame.publicUrl} place={place} language={frame.language} />
          )}
          {NEWS_PAGES.has(page) && (
            <link
              rel="alternate"
              type="application/atom+xml"
              title={speech.t('news.title')}
              href={`/api/v1/feeds/${frame.language}/publications.atom`}
            />
          )}
          <meta property="og:type" content={page === 'news-item' ? 'article' : 'website'} />
          <meta property="og:site_name" content={frame.centre.name[frame.language]} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
          <Locales language={frame.language} />
          <Picture page={page} data={data} frame={frame} speech={speech} />
        </>
      )}
    </>
  );
}

function Addresses({ publicUrl, place, language }: { publicUrl: string; place: string; language: Language }) {
  const address = (of: Language) => publicUrl + inLanguage(of, place);
  return (
    <>
      <link rel="canonical" href={address(language)} />
      {languages.map((of) => (
        <link key={of} rel="alternate" hrefLang={of} href={address(of)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address('en')} />
      <meta property="og:url" content={address(language)} />
    </>
  );
}

function Locales({ language }: { language: Language }) {
  const others = languages.filter((one) => one !== language);
  return (
    <>
      <meta property="og:locale" content={LOCALES[language]} />
      {others.map((one) => (
        <meta key={one} property="og:locale:alternate" content={LOCALES[one]} />
      ))}
    </>
  );
}

function Picture({ page, data, frame, speech: { t } }: Pick<FindableHeadProps, 'page' | 'data' | 'frame' | 'speech'>) {
  const own = page === 'news-item' ? (data as PageDataByName['news-item']).publication.image : null;
  const day = shareImageDay(page, data);
  if (frame.publicUrl === null || (own === null && day === undefined))
    return <meta name="twitter:card" content="summary" />;
  return (
    <>
      <meta name="twitter:card" content="summary_large_image" />
      {own === null ? (
        <>
          <meta property="og:image" content={`${frame.publicUrl}/share/${frame.language}/${day}.png`} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          {day && <meta property="og:image:alt" content={t('prices.of', { date: formatDay(day, t) })} />}
        </>
      ) : (
        <meta property="og:image" content={own} />
      )}
    </>
  );
}
