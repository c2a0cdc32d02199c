import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import {
  frameInBrowser,
  type PageDataByName,
  type PageFrame,
  type PageName,
  type ShortFrame,
  type SiteAssets,
} from '#contract/site.ts';
import { formatTitle } from '#web/i18n/format.ts';
import type { Namespace, Translator } from '#web/i18n/translate.ts';
import fonts from '#web/ui/fonts.css?inline';
import tokens from '#web/ui/tokens.css?inline';
import { escapeHtml, scriptJson } from './byte-writer.ts';
import { ClosedStrip } from './calendar/closed-strip.tsx';
import type { PublicPage, Told } from './page.ts';
import { pages } from './pages.ts';
import { SeoHead } from './seo/seo-head.tsx';
import { HIDE_CALL_LINK_SCRIPT } from './shell/hide-call-link.ts';
import { LATER_ID } from './shell/later-id.ts';
import { FONT_SCRIPTS, START_SCRIPT } from './shell/load-font.ts';
import { MARK_STAFF_SCRIPT } from './shell/mark-staff.ts';
import { OPEN_LANGUAGE_SCRIPT } from './shell/open-language.ts';
import { SiteFooter } from './shell/site-footer.tsx';
import { type PageLink, SiteHeader } from './shell/site-header.tsx';
import sinhala from './sinhala.css?inline';
import tamil from './tamil.css?inline';
import { whereToSellPage } from './where-to-sell/where-to-sell-page.tsx';

export interface HydrationProps {
  page: PageName;
  texts: readonly Namespace[];
  data: PageDataByName[PageName];
  frame: PageFrame | ShortFrame;
  /** True for a page that nobody operates, such as the board. Such a page shows no messages with a button. */
  isUnattended?: true;
}

interface DocumentProps<Data> {
  name: PageName;
  page: PublicPage<Data>;
  told: Told<Data>;
  assets: SiteAssets;
  written: WrittenParts;
}

/**
 * The markup and the JSON that are put into the document. They may contain placeholders (PIECE), which fillPieces
 * replaces later.
 */
export interface WrittenParts {
  inner: string;
  data: string;
  graph: string | undefined;
}

export function Document<Data>({ name, page, told, assets, written }: DocumentProps<Data>) {
  const { data, language } = told;
  const title = formatTitle(page.title(told), told.centre);
  const fontScript = FONT_SCRIPTS[language];
  const preloads = <Preloads name={name} page={page} language={language} assets={assets} />;
  return (
    <html lang={language} data-view={page.view?.(data)}>
      <head>
        <meta charSet="utf-8" />
        {firstScriptsOf(page).map((script) => (
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
        {page.paintsWith !== undefined && <link rel="expect" href={`#${page.paintsWith}`} blocking="render" />}
        {page.hydrated && fontScript === undefined && preloads}
        {page.hydrated && (
          <LaterScripts>
            {fontScript !== undefined && preloads}
            <script type="module" src={assets.script} />
          </LaterScripts>
        )}
        {startScriptsOf(page, language).map((script) => (
          <script key={script} dangerouslySetInnerHTML={{ __html: script }} />
        ))}
      </head>
      <body
        className={page.isBare === 'paper' ? `page-${name} on-paper` : `page-${name}`}
        dangerouslySetInnerHTML={{ __html: bodyOf({ name, page, told, written }) }}
      />
    </html>
  );
}

function bodyOf<Data>({ name, page, told, written }: Omit<DocumentProps<Data>, 'assets'>): string {
  const { data, frame, language, t } = told;
  const translator: Translator = { language, t };
  const { inner, data: json, graph } = written;
  const [top = '', bottom = ''] = page.isBare ? [] : shellOf(page.path, frame, translator);
  const strip = !page.isBare && page.saysClosed !== 'all' && (
    <ClosedStrip except={page.saysClosed?.(data)} frame={frame} translator={translator} />
  );
  return [
    top,
    renderToStaticMarkup(strip),
    `<div id="page">${inner}</div>`,
    bottom,
    page.hydrated
      ? `<script id="page-props" type="application/json">${propsJson(name, page, { frame, data: json })}</script>`
      : '',
    graph === undefined ? '' : `<script type="application/ld+json">${graph}</script>`,
  ].join('');
}

/** The preload link that React writes for the icon. In a whole document it belongs after the viewport meta element. */
export const ICON_PRELOAD = '<link rel="preload" as="image" href="/icon.svg"/>';

export function withIconPreload(html: string): string {
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1"/>';
  return html.replace(viewport, viewport + ICON_PRELOAD);
}

const PATH_MARK = '@path@';

/**
 * The markup of header and footer, by page and language. Apart from the page's address it changes only with the details
 * of the centre.
 */
const shells = new WeakMap<PageFrame['centre'], Map<string, { top: string[]; bottom: string }>>();

function shellOf(path: string | undefined, frame: PageFrame, translator: Translator): [top: string, bottom: string] {
  const { centre, language } = frame;
  const known = shells.get(centre) ?? new Map<string, { top: string[]; bottom: string }>();
  shells.set(centre, known);
  const key = `${language} ${frame.hasCentres} ${path}`;
  const topOf = (here: string) =>
    renderToStaticMarkup(
      <>
        <SiteHeader frame={{ ...frame, path: here }} links={linksIn('top')} path={path} translator={translator} />
        <OfflineCopyNote translator={translator} />
      </>,
    ).replace(ICON_PRELOAD, '');
  const shell = known.get(key) ?? {
    top: topOf(PATH_MARK).split(PATH_MARK),
    bottom: renderToStaticMarkup(<SiteFooter frame={frame} links={bottomLinksOf(frame)} translator={translator} />),
  };
  known.set(key, shell);
  // If the centre's name contains PATH_MARK, the header was split into too many parts, so the header is rendered again
  // for this path.
  const isMarked = shell.top.length === languages.length + 1;
  return [isMarked ? shell.top.join(escapeHtml(frame.path)) : topOf(frame.path), shell.bottom];
}

const ofLanguage: Record<Language, string> = { en: '', si: sinhala, ta: tamil };

/**
 * Returns the style sheets to put inline. They are small, and inline they make the page readable without another
 * request. The page for a screen in the hall shows all languages in turn, so it gets no style sheet of a single
 * language.
 */
export function stylesOf(page: Pick<PublicPage<never>, 'styles' | 'isBare'>, language: Language): string {
  return tokens + page.styles.join('') + fonts + (page.isBare === 'screen' ? '' : ofLanguage[language]);
}

type PageScripts = Pick<PublicPage<never>, 'earlyScripts' | 'isFixedLanguage' | 'isBare' | 'hydrated'>;

/** Returns the scripts within the page that run before anything else. */
function firstScriptsOf(page: PageScripts): string[] {
  return [
    ...(page.isFixedLanguage ? [] : [OPEN_LANGUAGE_SCRIPT]),
    ...(page.earlyScripts ?? []),
    ...(page.isBare ? [] : [MARK_STAFF_SCRIPT, HIDE_CALL_LINK_SCRIPT]),
  ];
}

/** Returns the script that begins those of LaterScripts. The one of a font loads the font first. */
function startScriptsOf({ hydrated }: Pick<PageScripts, 'hydrated'>, language: Language): string[] {
  const ofFont = FONT_SCRIPTS[language];
  if (ofFont !== undefined) return [ofFont];
  return hydrated ? [START_SCRIPT] : [];
}

export function inlineScriptsOf(page: PageScripts, language: Language): string[] {
  return [...firstScriptsOf(page), ...startScriptsOf(page, language)];
}

/** The page that compares centres is linked where there are some. */
export function bottomLinksOf({ hasCentres }: Pick<PageFrame, 'hasCentres'>): PageLink[] {
  return linksIn('bottom').filter(({ path }) => hasCentres || path !== whereToSellPage.path);
}

export function linksIn(place: 'top' | 'bottom'): PageLink[] {
  return Object.values(pages).flatMap(({ path, navigation }: PublicPage<never>) => {
    const text = navigation?.[place];
    return path !== undefined && text !== undefined ? [{ path, text }] : [];
  });
}

interface PreloadsProps {
  name: PageName;
  page: Pick<PublicPage<never>, 'texts'>;
  language: Language;
  assets: SiteAssets;
}

function Preloads({ name, page, language, assets }: PreloadsProps) {
  const texts = page.texts.map((part) => `${language}/${part}`);
  const early = new Set([name, ...texts].flatMap((one) => assets.preloads[one] ?? []));
  return [...early].map((href) => <link key={href} rel="modulepreload" href={href} fetchPriority="low" />);
}

/**
 * Scripts that begin after the first paint, because on a slow phone they would delay it. Where a font is missing, their
 * files are loaded after the font too.
 */
function LaterScripts({ children }: { children: ReactNode }) {
  return <template id={LATER_ID} dangerouslySetInnerHTML={{ __html: renderToStaticMarkup(children) }} />;
}

interface WrittenProps {
  frame: PageFrame;
  /** The props of the page as JSON. */
  data: string;
}

function propsJson<Data>(name: PageName, { texts, isBare }: PublicPage<Data>, { frame, data }: WrittenProps): string {
  const unattended = isBare === 'screen' ? ',"isUnattended":true' : '';
  return `{"page":"${name}","texts":${scriptJson(texts)},"data":${data},"frame":${scriptJson(frameInBrowser(name, frame))}${unattended}}`;
}

/**
 * The note on a copy. The style sheet shows it only on a copy from the service worker, which fills it in.
 */
function OfflineCopyNote({ translator: { t } }: { translator: Translator }) {
  return (
    <aside className="kept-note">
      <b id="kept-why" /> {t('offline.kept')} <span id="kept-at" />
    </aside>
  );
}
