import { formatDay } from '#contract/days.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import type { PublicPage, Told } from '../page.ts';

const LOCALES: Record<Language, string> = { en: 'en_LK', si: 'si_LK', ta: 'ta_LK' };

interface SeoHeadProps<Data> {
  page: PublicPage<Data>;
  told: Told<Data>;
  title: string;
}

/**
 * The elements for search engines. Addresses are absolute or omitted: search engines ignore relative ones, and a host
 * taken from one request would be cached for everybody.
 */
export function SeoHead<Data>({ page, told, title }: SeoHeadProps<Data>) {
  const { frame, language, t } = told;
  const description = page.description?.(told);
  const place = canonicalPath(page, told);
  return (
    <>
      {description && <meta name="description" content={description} />}
      {place === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          {frame.publicUrl !== null && <Addresses publicUrl={frame.publicUrl} place={place} language={language} />}
          {page.hasNewsFeed && (
            <link
              rel="alternate"
              type="application/atom+xml"
              title={t('news.title')}
              href={`/api/v1/feeds/${language}/publications.atom`}
            />
          )}
          <meta property="og:type" content={page.isArticle ? 'article' : 'website'} />
          <meta property="og:site_name" content={told.centre} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
          <Locales language={language} />
          <Picture page={page} told={told} />
        </>
      )}
    </>
  );
}

/** Returns the path without language, filters, searches and ranges. */
function canonicalPath<Data>(
  { indexed, canonical }: PublicPage<Data>,
  { data, frame }: Told<Data>,
): string | undefined {
  if (indexed === undefined) return undefined;
  const [address = ''] = frame.path.split('?');
  const here = `/${address.split('/').filter(Boolean).join('/')}`;
  return canonical ? canonical(data, here) : here;
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

function Picture<Data>({ page, told: { data, frame, t } }: Omit<SeoHeadProps<Data>, 'title'>) {
  const picture = page.picture?.(data);
  if (frame.publicUrl === null || !picture) return <meta name="twitter:card" content="summary" />;
  return (
    <>
      <meta name="twitter:card" content="summary_large_image" />
      {'image' in picture ? (
        <meta property="og:image" content={picture.image} />
      ) : (
        <>
          <meta property="og:image" content={`${frame.publicUrl}/share/${frame.language}/${picture.path}`} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={t('prices.of', { date: formatDay(picture.day, t) })} />
        </>
      )}
    </>
  );
}
