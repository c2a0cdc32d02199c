import { inLanguage, type Language } from '#contract/languages.ts';
import type { PageDataByName, PageFrame, PageName, SiteAssets } from '#contract/site.ts';
import { formatTitle } from '#web/i18n/format.ts';
import type { Namespace, Translator } from '#web/i18n/translate.ts';
import sinhalaFont from '#web/ui/fonts/sinhala.css?inline';
import tamilFont from '#web/ui/fonts/tamil.css?inline';
import { ClosedStrip } from './calendar/closed-strip.tsx';
import type { PublicPage, Thing, Told } from './page.ts';
import { pages } from './pages.ts';
import { SeoHead } from './seo/seo-head.tsx';
import { OPEN_LANGUAGE_SCRIPT } from './shell/open-language.ts';
import { SiteFooter } from './shell/site-footer.tsx';
import { type PageLink, SiteHeader } from './shell/site-header.tsx';
import sinhala from './sinhala.css?inline';
import tamil from './tamil.css?inline';

export interface HydrationProps {
  page: PageName;
  texts: readonly Namespace[];
  data: PageDataByName[PageName];
  frame: PageFrame;
  /** Shown where nobody answers a message. */
  isUnattended?: true;
}

interface DocumentProps<Data> {
  name: PageName;
  page: PublicPage<Data>;
  told: Told<Data>;
  assets: SiteAssets;
  inner: string;
}

export function Document<Data>({ name, page, told, assets, inner }: DocumentProps<Data>) {
  const { data, frame, language, t } = told;
  const speech: Translator = { language, t };
  const title = formatTitle(page.title(told), told.centre);
  const things = page.structuredData?.(told) ?? [];
  return (
    <html lang={language} data-view={page.view?.(data)}>
      <head>
        <meta charSet="utf-8" />
        {inlineScriptsOf(page).map((script) => (
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14532d" />
        <meta name="color-scheme" content={page.isBare === 'paper' ? 'light' : 'light dark'} />
        <title>{title}</title>
        <SeoHead page={page} told={told} title={title} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href={inLanguage(language, '/manifest.webmanifest')} />
        <style dangerouslySetInnerHTML={{ __html: stylesOf(page, language) }} />
        {page.hydrated && <Scripts name={name} page={page} language={language} assets={assets} />}
      </head>
      <body className={`page-${name}`}>
        {!page.isBare && <SiteHeader frame={frame} links={linksIn('top')} path={page.path} speech={speech} />}
        {!page.isBare && <OfflineCopyNote speech={speech} />}
        {!page.isBare && page.saysClosed !== 'all' && (
          <ClosedStrip except={page.saysClosed?.(data)} frame={frame} speech={speech} />
        )}
        <div id="page" dangerouslySetInnerHTML={{ __html: inner }} />
        {!page.isBare && <SiteFooter frame={frame} links={linksIn('bottom')} speech={speech} />}
        {page.hydrated && (
          <script
            id="page-props"
            type="application/json"
            dangerouslySetInnerHTML={{ __html: asJson(hydrationProps(name, page, told)) }}
          />
        )}
        {things.length > 0 && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asJson(graphOf(things)) }} />
        )}
      </body>
    </html>
  );
}

const ofLanguage: Record<Language, string> = { en: '', si: sinhalaFont + sinhala, ta: tamilFont + tamil };

/** Small enough to be inline, so that the page is readable without another request. */
export function stylesOf(page: Pick<PublicPage<never>, 'styles' | 'showsEveryLanguage'>, language: Language): string {
  return page.styles.join('') + (page.showsEveryLanguage ? sinhalaFont + tamilFont : ofLanguage[language]);
}

export function inlineScriptsOf(page: Pick<PublicPage<never>, 'earlyScripts' | 'isFixedLanguage'>): string[] {
  return [...(page.isFixedLanguage ? [] : [OPEN_LANGUAGE_SCRIPT]), ...(page.earlyScripts ?? [])];
}

function linksIn(place: 'top' | 'bottom'): PageLink[] {
  return Object.values(pages).flatMap(({ path, navigation }: PublicPage<never>) => {
    const text = navigation?.[place];
    return path !== undefined && text !== undefined ? [{ path, text }] : [];
  });
}

interface ScriptsProps {
  name: PageName;
  page: Pick<PublicPage<never>, 'texts'>;
  language: Language;
  assets: SiteAssets;
}

function Scripts({ name, page, language, assets }: ScriptsProps) {
  const texts = page.texts.map((part) => `${language}/${part}`);
  const early = new Set([name, ...texts].flatMap((one) => assets.preloads[one] ?? []));
  return (
    <>
      {[...early].map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      <script type="module" src={assets.script} />
    </>
  );
}

function hydrationProps<Data>(
  name: PageName,
  { texts, isBare }: PublicPage<Data>,
  { data, frame }: Told<Data>,
): object {
  return { page: name, texts, data, frame, ...(isBare === 'screen' && { isUnattended: true }) };
}

function graphOf(things: Thing[]): Thing {
  return { '@context': 'https://schema.org', '@graph': things };
}

/** No `<` can end the script element. */
function asJson(props: object): string {
  return JSON.stringify(props).replaceAll('<', '\\u003c');
}

/** The style sheet shows it only on a copy from the service worker. */
function OfflineCopyNote({ speech: { t } }: { speech: Translator }) {
  return (
    <aside className="kept-note">
      <b>{t('offline.kept')}</b> <span id="kept-at" />
    </aside>
  );
}
