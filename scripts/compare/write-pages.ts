import { inLanguage, languages } from '#contract/languages.ts';
import { partsOfPage, withoutBuild, withoutChance } from './normalise.ts';
import type { Market } from './open-market.ts';
import { answerOf, fileOf } from './write-answers.ts';

type Write = (name: string, text: string) => void;

const PAGES = [
  '/',
  '/?news=announcement',
  '/news',
  '/news?type=event',
  '/news/1',
  '/news/99',
  '/home-dailyprice',
  '/home-dailyprice?date=2026-11-10',
  '/home-dailyprice?date=2026-10-05',
  '/home-dailyprice?type=fruit',
  '/home-dailyprice?q=nothing',
  '/home-dailyprice?q=car&view=cards',
  '/product/1/chart',
  '/product/4/chart',
  '/product/1/chart?range=all&group=month&rows=all',
  '/product/99/chart',
  '/contact',
  '/calendar',
  '/open-data',
  '/alerts',
  '/alerts?product=1',
  '/alerts/manage',
  '/how-right',
  '/how-right?product=1&year=2026',
  '/print/prices/2026-11-19',
  '/print/poster',
  '/board',
  '/offline',
  '/nothing-here',
];

const FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/calendar.ics',
  '/manifest.webmanifest',
  '/login',
  '/gate',
  '/api/docs',
  '/mcp',
  '/poster.pdf',
  '/p/1',
  '/n/1',
  '/healthz',
  '/readyz',
];

const HEADERS = [
  'content-type',
  'cache-control',
  'vary',
  'content-security-policy',
  'referrer-policy',
  'location',
  'link',
];

/** All public pages in all languages, with the pictures and files that they lead to. */
export async function writePages(market: Market, write: Write): Promise<void> {
  const linked = new Set<string>();
  for (const language of languages)
    for (const path of PAGES) {
      const answer = await market.send({ method: 'GET', path: inLanguage(language, path), language });
      const html = await answer.text();
      for (const [, address = ''] of html.matchAll(/(?:href|content|src)="(?:https:\/\/pola\.example)?(\/[^"#]*)"/g))
        if (isMade(address)) linked.add(address.replaceAll('&amp;', '&'));
      const head = HEADERS.flatMap((name) =>
        answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : [],
      );
      const parts = partsOfPage(html);
      const name = `pages/${language}${fileOf(path).replace(/\.txt$/, '')}`;
      const headText = withoutBuild(withoutChance(head.join('\n'))).replaceAll(/'sha256-[^']+'/g, "'<hash>'");
      write(`${name}.html`, `${answer.status}\n${headText}\n\n${parts.html}`);
      write(`${name}.css`, parts.css);
      if (parts.data !== '') write(`${name}.json`, parts.data);
    }
  for (const path of [
    ...FILES,
    ...languages.map((language) => inLanguage(language, '/manifest.webmanifest')),
    ...linked,
  ])
    write(`files${fileOf(path)}`, withoutBuild(await answerOf(market, { path, language: 'en' })));
}

/** Pictures, PDFs and feeds that the server makes; not what a build made, and no page. */
function isMade(address: string): boolean {
  return (
    !address.startsWith('/assets/') &&
    /\.(png|webp|jpe?g|pdf|ics|atom|csv|gz|parquet|json|jsonld|xml)(\?|$)/.test(address)
  );
}
