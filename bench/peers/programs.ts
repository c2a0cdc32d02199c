/**
 * The source text of the servers with which this one is compared. They read two environment variables: POLA_PRICES, the
 * path of an SQLite file, and PORT, the port to listen on.
 */
const ROWS = `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync(process.env.POLA_PRICES, { readOnly: true });
const statement = db.prepare(\`select product_id, code, name, name_si, name_ta, type, unit, date,
  min_cents / 100.0 as min_price, max_cents / 100.0 as max_price
  from prices join products on products.id = product_id where date = ? order by list_order\`);
export function rowsOf(date) {
  return statement.all(date).map((row) => ({ ...row }));
}
`;

const VIEW = `import { createElement as e } from 'react';
const amount = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2 });
function Row({ row }) {
  return e('li', { className: 'card' },
    e('h3', null, e('a', { href: '/product/' + row.product_id + '/chart' }, row.name)),
    e('p', { lang: 'si' }, row.name_si), e('p', { lang: 'ta' }, row.name_ta),
    e('p', null, '1 ' + row.unit, ' ', e('span', { className: 'type' }, row.type)),
    e('p', { className: 'price' }, 'Rs. ' + amount.format(row.min_price) + ' to ' + amount.format(row.max_price)));
}
export function Prices({ date, rows }) {
  return e('main', null, e('h1', null, 'Prices of ' + date),
    e('ul', null, rows.map((row) => e(Row, { key: row.product_id, row }))));
}
`;

const FASTIFY = `import fastify from 'fastify';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { rowsOf } from './rows.mjs';
import { Prices } from './view.mjs';
const app = fastify();
app.get('/api/prices/:date', ({ params }) => rowsOf(params.date));
app.get('/prices/:date', ({ params }, reply) => {
  const page = renderToString(createElement(Prices, { date: params.date, rows: rowsOf(params.date) }));
  return reply.type('text/html; charset=utf-8').send('<!doctype html><html lang="en"><title>Prices</title><body>' + page + '</body></html>');
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
`;

const NEXT_PAGE = `import { rowsOf } from '../../../rows.mjs';
import { Prices } from '../../../view.mjs';
export const dynamic = 'force-dynamic';
export default async function Page({ params }) {
  const { date } = await params;
  return Prices({ date, rows: rowsOf(date) });
}
`;

const NEXT_ROUTE = `import { rowsOf } from '../../../../rows.mjs';
export const dynamic = 'force-dynamic';
export async function GET(_, { params }) {
  return Response.json(rowsOf((await params).date));
}
`;

const NEXT_LAYOUT = `import { createElement as e } from 'react';
export const metadata = { title: 'Prices' };
export default function Layout({ children }) {
  return e('html', { lang: 'en' }, e('body', null, children));
}
`;

const ASTRO_CONFIG = `import node from '@astrojs/node';
export default { output: 'server', adapter: node({ mode: 'standalone' }), telemetry: false };
`;

const ASTRO_PAGE = `---
import { rowsOf } from '../../../rows.mjs';
const { date } = Astro.params;
const rows = rowsOf(date);
const amount = new Intl.NumberFormat('en-LK', { minimumFractionDigits: 2 });
---
<!doctype html><html lang="en"><head><title>Prices</title></head><body><main><h1>Prices of {date}</h1><ul>
{rows.map((row) => <li class="card"><h3><a href={'/product/' + row.product_id + '/chart'}>{row.name}</a></h3>
<p lang="si">{row.name_si}</p><p lang="ta">{row.name_ta}</p><p>1 {row.unit} <span class="type">{row.type}</span></p>
<p class="price">Rs. {amount.format(row.min_price)} to {amount.format(row.max_price)}</p></li>)}
</ul></main></body></html>
`;

const ASTRO_ROUTE = `import { rowsOf } from '../../../../rows.mjs';
export const GET = ({ params }) => Response.json(rowsOf(params.date));
`;

const shared = { 'rows.mjs': ROWS, 'view.mjs': VIEW };

export interface PeerProgram {
  name: string;
  packages: readonly string[];
  files: Record<string, string>;
  /**
   * The arguments with which Node is started in the folder of `files`: those of `build` build the program, if it must
   * be built, and those of `serve` start its server.
   */
  build?: readonly string[];
  serve: readonly string[];
}

export const peerPrograms: readonly PeerProgram[] = [
  {
    name: 'Fastify, node:sqlite, React, by hand',
    packages: ['fastify@5.12.8', 'react@19.3.1', 'react-dom@19.3.1'],
    files: { ...shared, 'serve.mjs': FASTIFY },
    serve: ['serve.mjs'],
  },
  {
    name: 'Next.js 16.4.6',
    packages: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
    files: {
      ...shared,
      'app/layout.js': NEXT_LAYOUT,
      'app/prices/[date]/page.js': NEXT_PAGE,
      'app/api/prices/[date]/route.js': NEXT_ROUTE,
    },
    build: ['node_modules/next/dist/bin/next', 'build'],
    serve: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1'],
  },
  {
    name: 'Astro 7.3.5',
    packages: ['astro@7.3.5', '@astrojs/node@11.1.6'],
    files: {
      ...shared,
      'astro.config.mjs': ASTRO_CONFIG,
      'src/pages/prices/[date].astro': ASTRO_PAGE,
      'src/pages/api/prices/[date].js': ASTRO_ROUTE,
    },
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    serve: ['dist/server/entry.mjs'],
  },
];
