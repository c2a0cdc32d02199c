import { createHash } from 'node:crypto';
import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { languages } from '#contract/languages.ts';
import type {
  PageDataByName,
  PageFrame,
  PageName,
  RenderedPage,
  SiteAssets,
  SiteMatch,
  SiteRenderer,
} from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { fitPath } from '#web/path.ts';
import { officePages, openOfficePaths, publicPages } from '#web/routes.ts';
import { CardsContext } from './daily-prices/cards-context.ts';
import { pricePapers } from './daily-prices/price-sheet-paper.ts';
import { cardsHtml } from './daily-prices/ready-cards.tsx';
import { Document, inlineScriptsOf } from './document.tsx';
import type { PageProps } from './page-props.ts';
import { hydratedPages, pages } from './pages.ts';
import { posterPaper } from './poster/poster-paper.ts';
import { shareCard } from './seo/share-image.ts';
import { listShareCards, productShareCard } from './share/share-cards.ts';
import { stylesOf } from './styles.ts';

const officePaths = [...openOfficePaths, ...Object.keys(officePages)];

export const site: SiteRenderer = {
  match,
  render,
  shareCard,
  productShareCard,
  listShareCards,
  pricePapers: (list, { language, centre }) => pricePapers(list, centre.name[language], translators[language]),
  posterPaper,
  publicPaths: publicPages,
  officePaths,
};

function match(path: string): SiteMatch {
  const [, first = ''] = path.split('/');
  const language = languages.find((one) => one === first && one !== 'en') ?? 'en';
  const inside = language === 'en' ? path : path.slice(first.length + 1) || '/';
  for (const [pattern, page] of Object.entries(publicPages)) {
    const params = fitPath(pattern, inside);
    if (params) return { kind: 'public', page, language, params };
  }
  const isOffice = language === 'en' && officePaths.some((pattern) => fitPath(pattern, path));
  return isOffice ? { kind: 'office' } : { kind: 'public', page: 'not-found', language, params: {} };
}

function render<Name extends PageName>(
  page: Name,
  data: PageDataByName[Name],
  { frame, assets }: { frame: PageFrame; assets: SiteAssets },
): RenderedPage {
  const { language } = frame;
  const speech = translators[language];
  const Page = pages[page] as ComponentType<PageProps<Name>>;
  const isAlive = hydratedPages.has(page);
  const element = (
    <CardsContext value={cardsHtml}>
      <Page data={data} frame={frame} speech={speech} />
    </CardsContext>
  );
  const inner = isAlive ? renderToString(element) : renderToStaticMarkup(element);
  const styles = stylesOf(page, language);
  const html = renderToStaticMarkup(
    <Document
      page={page}
      data={data}
      isAlive={isAlive}
      frame={frame}
      assets={assets}
      speech={speech}
      styles={styles}
      inner={inner}
    />,
  );
  return {
    status: STATUS[page] ?? 200,
    html: `<!doctype html>${assets.devHead === '' ? html : html.replace('</head>', `${assets.devHead}</head>`)}`,
    styleHashes: [hashOf(styles)],
    scriptHashes: inlineScriptsOf(page).map(hashOf),
  };
}

const STATUS: Partial<Record<PageName, number>> = { 'not-found': 404, broken: 500 };

const hashes = new Map<string, string>();

function hashOf(content: string): string {
  const hash = hashes.get(content) ?? `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  hashes.set(content, hash);
  return hash;
}
