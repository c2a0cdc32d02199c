import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { escapeMarkup } from '../../http/core/escape-markup.ts';

export interface SitemapPage {
  path: string;
  changed?: string;
}

/** sitemaps.org: each page in each language with its alternatives. */
export function writeSitemap(places: readonly SitemapPage[], publicUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...places.flatMap((place) => writePlace(place, publicUrl)),
    '</urlset>\n',
  ].join('\n');
}

function writePlace({ path, changed }: SitemapPage, publicUrl: string): string[] {
  const address = (language: Language) => escapeMarkup(publicUrl + inLanguage(language, path));
  const inEach = [...languages.map((language) => [language, language] as const), ['x-default', 'en'] as const].map(
    ([name, language]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${address(language)}"/>`,
  );
  const last = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
  return languages.map((language) => `<url><loc>${address(language)}</loc>${last}${inEach.join('')}</url>`);
}
