import { inLanguage } from '#contract/languages.ts';
import type { PageDataByName, PageFrame, PageName, PricesPageData, PricesView, SiteAssets } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { ClosedStrip } from './calendar/closed-strip.tsx';
import { EARLY_CHOICE } from './daily-prices/early-choice.ts';
import { namespacesOf } from './page-namespaces.ts';
import { pageDescription, pageTitle } from './page-title.ts';
import { SeoHead } from './seo/seo-head.tsx';
import { structuredData } from './seo/structured-data.ts';
import { OPEN_LANGUAGE_SCRIPT } from './shell/open-language.ts';
import { SiteFooter } from './shell/site-footer.tsx';
import { SiteHeader } from './shell/site-header.tsx';

export interface HydrationProps {
  page: PageName;
  data: PageDataByName[PageName];
  frame: PageFrame;
}

interface DocumentProps {
  page: PageName;
  data: PageDataByName[PageName];
  isAlive: boolean;
  frame: PageFrame;
  assets: SiteAssets;
  speech: Translator;
  styles: string;
  inner: string;
}

export function Document({ page, data, isAlive, frame, assets, speech, styles, inner }: DocumentProps) {
  const isPrint = page === 'print-prices' || page === 'print-poster';
  const isBare = isPrint || page === 'board';
  const title = pageTitle(page, data, { frame, speech });
  const description = pageDescription(page, data, { frame, speech });
  const things = structuredData(page, data, { frame, speech });
  return (
    <html lang={frame.language} data-view={page === 'daily-prices' ? viewOf(data as PricesPageData) : undefined}>
      <head>
        <meta charSet="utf-8" />
        {inlineScriptsOf(page).map((script) => (
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14532d" />
        <meta name="color-scheme" content={isPrint ? 'light' : 'light dark'} />
        <title>{title}</title>
        <SeoHead page={page} data={data} frame={frame} title={title} description={description} speech={speech} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href={inLanguage(frame.language, '/manifest.webmanifest')} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
        {isAlive && <Scripts page={page} frame={frame} assets={assets} />}
      </head>
      <body className={`page-${page}`}>
        {!isBare && <SiteHeader frame={frame} page={page} speech={speech} />}
        {!isBare && <OfflineCopyNote speech={speech} />}
        {!isBare && <ClosedStrip page={page} data={data} frame={frame} speech={speech} />}
        <div id="page" dangerouslySetInnerHTML={{ __html: inner }} />
        {!isBare && <SiteFooter frame={frame} speech={speech} />}
        {isAlive && (
          <script
            id="page-props"
            type="application/json"
            dangerouslySetInnerHTML={{ __html: asJson({ page, data, frame }) }}
          />
        )}
        {things && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asJson(things) }} />}
      </body>
    </html>
  );
}

/** Compact also without scripts, where nothing is known about the screen. */
function viewOf({ view }: PricesPageData): PricesView {
  return view === '' ? 'compact' : view;
}

/** A printed sheet is in the language of its address, and an error page leads nowhere. */
const FIXED_LANGUAGE: ReadonlySet<PageName> = new Set(['print-prices', 'print-poster', 'board', 'broken']);

export function inlineScriptsOf(page: PageName): string[] {
  const early = page === 'daily-prices' ? [EARLY_CHOICE] : [];
  return FIXED_LANGUAGE.has(page) ? early : [OPEN_LANGUAGE_SCRIPT, ...early];
}

function Scripts({ page, frame, assets }: { page: PageName; frame: PageFrame; assets: SiteAssets }) {
  const texts = namespacesOf(page).map((name) => `${frame.language}/${name}`);
  const early = new Set([page, ...texts].flatMap((name) => assets.preloads[name] ?? []));
  return (
    <>
      {[...early].map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      <script type="module" src={assets.script} />
    </>
  );
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
