import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import guardedPaths from 'virtual:office/paths';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { languages } from '#contract/languages.ts';
import type {
  PageDataByName,
  PageFrame,
  PageName,
  PageServing,
  RenderedPage,
  SiteAssets,
  SiteMatch,
  SiteRenderer,
} from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { fitPath } from '#web/path.ts';
import { fillPieces, PIECE, scriptJson } from './byte-writer.ts';
import { showsWholeDay, withoutCards } from './daily-prices/drawn-cards.ts';
import { CardsContext } from './daily-prices/price-list.tsx';
import { pricePapers } from './daily-prices/price-sheet-paper.ts';
import { cardsBytes } from './daily-prices/ready-cards.tsx';
import { Document, inlineScriptsOf, stylesOf, type WrittenParts, withIconPreload } from './document.tsx';
import type { PublicPage, Told } from './page.ts';
import { pageNamed, pages } from './pages.ts';
import { posterPaper } from './poster/poster-paper.ts';
import { graphOf } from './seo/structured-data.ts';
import { listShareCards, productShareCard, shareCard } from './share/share-cards.ts';

/** The pages of the office that people open before they sign in, and those that need a permission. */
const officePaths = ['/login', '/password-link', '/market-restored', ...guardedPaths];

/** The first parts of the addresses of the office. */
const officeParts = new Set(officePaths.map((path) => path.split('/')[1] ?? ''));

const publicPages = Object.entries<PublicPage<never>>(pages).flatMap(([name, { path, ...page }]) =>
  path === undefined ? [] : [{ ...page, name: name as PageName, path }],
);

export const site: SiteRenderer = {
  match,
  render,
  shareCard,
  productShareCard,
  listShareCards,
  pricePapers: (list, { language, centre }) => pricePapers(list, centre.name[language], translators[language]),
  posterPaper,
  publicPages: publicPages.map(({ path, indexed }) => ({ path, ...(indexed && { indexed }) })),
  officePaths,
};

function match(path: string): SiteMatch {
  const [, first = ''] = path.split('/');
  const language = languages.find((one) => one === first && one !== 'en') ?? 'en';
  const inside = language === 'en' ? path : path.slice(first.length + 1) || '/';
  for (const page of publicPages) {
    const params = fitPath(page.path, inside);
    if (params) return { kind: 'public', page: page.name, language, params, serving: servingOf(page) };
  }
  const isOffice = language === 'en' && officePaths.some((pattern) => fitPath(pattern, path));
  if (isOffice) return { kind: 'office', isSignIn: fitPath('/login', path) !== undefined };
  if (language === 'en' && officeParts.has(first)) return { kind: 'office', isSignIn: false, isUnknown: true };
  return { kind: 'public', page: 'not-found', language, params: {}, serving: {} };
}

function servingOf({ query, hasArrivals, isUnstored }: PageServing): PageServing {
  return { ...(query && { query }), ...(hasArrivals && { hasArrivals }), ...(isUnstored && { isUnstored }) };
}

function render<Name extends PageName>(
  name: Name,
  data: PageDataByName[Name],
  { frame, assets }: { frame: PageFrame; assets: SiteAssets },
): RenderedPage {
  const { language, centre } = frame;
  const page = pageNamed(name);
  const translator = translators[language];
  const told: Told<typeof data> = { data, frame, centre: centre.name[language], ...translator };
  const pieces: Buffer[] = [];
  const place = (bytes: Buffer) => {
    pieces.push(bytes);
    return PIECE;
  };
  const element = (
    <CardsContext value={(content, of) => place(cardsBytes(content, of))}>
      <page.show data={data} frame={frame} translator={translator} />
    </CardsContext>
  );
  const inner = page.hydrated ? renderToString(element) : renderToStaticMarkup(element);
  const written = { inner, ...writeData(page, told, pieces) };
  const made = renderToStaticMarkup(<Document name={name} page={page} told={told} assets={assets} written={written} />);
  const html = page.isBare ? made : withIconPreload(made);
  const whole = `<!doctype html>${assets.devHead === '' ? html : html.replace('</head>', `${assets.devHead}</head>`)}`;
  return {
    status: page.status ?? 200,
    content: fillPieces(whole, pieces),
    styleHashes: [hashOf(stylesOf(page, language))],
    scriptHashes: inlineScriptsOf(page, language).map(hashOf),
    showsMap: page.showsMap ?? false,
  };
}

type WrittenData = Omit<WrittenParts, 'inner'>;

function writeData<Data>(page: PublicPage<Data>, told: Told<Data>, cards: readonly Buffer[]): WrittenData {
  const things = page.structuredData?.(told) ?? [];
  return {
    data: page.hydrated ? scriptJson(isPrices(told) ? dataBesideCards(told.data, cards) : told.data) : '',
    graph: things.length > 0 ? scriptJson(graphOf(things)) : undefined,
  };
}

function isPrices(told: Told): told is Told<PageDataByName['daily-prices']> {
  return told.data !== null && typeof told.data === 'object' && 'aliases' in told.data && 'rows' in told.data;
}

function dataBesideCards(
  data: PageDataByName['daily-prices'],
  cards: readonly Buffer[],
): PageDataByName['daily-prices'] {
  return showsWholeDay(data)
    ? withoutCards(
        data,
        cards.reduce((sum, bytes) => crc32(bytes, sum), 0),
      )
    : data;
}

const hashes = new Map<string, string>();

function hashOf(content: string): string {
  const hash = hashes.get(content) ?? `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  hashes.set(content, hash);
  return hash;
}
