import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDay } from '#billing/calendar.ts';
import { inLanguage, languages } from '#contract/languages.ts';
import { Refusal } from '#contract/refusals.ts';
import type { DayList } from '#contract/site.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { WebBuild } from '../../http/assets/web-build.ts';
import { isTagKnown } from '../../http/cache/cached-answer.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { clientAddress, networkOf } from '../../http/core/client-address.ts';
import { PUBLIC_CACHE } from '../../http/core/headers.ts';
import { loadRarePart } from '../../load-part.ts';
import { receivedBuffer, taskThread } from '../../task-thread.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { presentDay } from '../prices/present.ts';
import { pageFramer } from '../site/frame-page.ts';
import { chartLoader } from '../site/load-chart.ts';
import { DrawingCache } from './cache-drawings.ts';
import type { ShareTask } from './draw-share-in-worker.ts';

/**
 * The limits for pictures of about 30 kB each. The cache has room for a picture of each product in three languages, and
 * for pictures of price lists.
 */
const PICTURES = { most: 400, waiting: 30, ofNetwork: 6 };
/**
 * The limits for PDFs of about 100 kB each. Up to 6 wait in this queue. They are passed, one at a time, to the queue
 * that is shared with the office's PDFs.
 */
const PDFS = { most: 60, waiting: 6, ofNetwork: 3 };
const MOST_ADDRESSES = 2000;

interface KnownFile {
  type: 'image/png' | 'application/pdf';
  mark: string;
  fileName?: string | undefined;
}

interface Drawing extends Omit<KnownFile, 'mark'> {
  model: unknown;
  /** Draws the file in a thread of its own. Code for it is loaded on first use, because it would slow down the start. */
  draw: () => Promise<Buffer>;
}

type FileRequest = { Params: { language: string; file: string } };

export function sharingRoutes(app: AppContext, web: WebBuild): void {
  const { fastify, config } = app;
  const send = drawingSender(app);
  const frame = pageFramer(app);
  const listOf = listFinder(app);
  const loadChart = chartLoader(app);
  const host = config.publicUrl === undefined ? '' : new URL(config.publicUrl).host;

  fastify.get<FileRequest>('/share/:language/:file', async (request, reply) => {
    const { language, name } = readFile(request.params, '.png');
    return send({ request, reply }, async () => {
      const card = (await web.renderer()).shareCard(await listOf(name), await frame(language, '/'));
      const draw = () => drawImage({ shows: 'day', card, host });
      return { type: 'image/png', model: [card, host], draw };
    });
  });
  fastify.get<FileRequest>('/share/:language/product/:file', async (request, reply) => {
    const { language, name } = readFile(request.params, '.png');
    return send({ request, reply }, async () => {
      const data = await loadChart(name);
      const card = data && (await web.renderer()).productShareCard(data, await frame(language, '/'));
      if (!card) throw new Refusal('unknown_path');
      const draw = () => drawImage({ shows: 'product', card, host });
      return { type: 'image/png', model: [card, host], draw };
    });
  });
  fastify.get<{ Params: FileRequest['Params'] & { date: string } }>(
    '/share/:language/:date/:file',
    async (request, reply) => {
      const { language, name } = readFile(request.params, '.png');
      return send({ request, reply }, async () => {
        const list = await listOf(request.params.date);
        const cards = (await web.renderer()).listShareCards(list, await frame(language, '/'));
        const card = /^[1-9]\d?$/.test(name) ? cards[Number(name) - 1] : undefined;
        if (!card) throw new Refusal('unknown_path');
        const draw = () => drawImage({ shows: 'list', card, host });
        const fileName = `prices-${list.date}-${language}-${name}.png`;
        return { type: 'image/png', model: [card, host], fileName, draw };
      });
    },
  );
  fastify.get<FileRequest>('/price-list/:language/:file', async (request, reply) => {
    const { language, name } = readFile(request.params, '.pdf');
    return send({ request, reply }, async () => {
      const list = await listOf(name);
      const papers = (await web.renderer()).pricePapers(list, await frame(language, '/'));
      const draw = async () =>
        makePdf(
          await (await loadRarePart('price list as PDF', () => import('./draw-price-sheet.ts'))).drawPriceSheet(papers),
        );
      return { type: 'application/pdf', model: papers, fileName: `prices-${list.date}-${language}.pdf`, draw };
    });
  });
  fastify.get('/poster.pdf', async (request, reply) => {
    const { publicUrl } = config;
    if (publicUrl === undefined) return reply.callNotFound();
    return send({ request, reply }, async () => {
      const paper = (await web.renderer()).posterPaper({ ...(await frame('en', '/')), publicUrl });
      const draw = async () =>
        makePdf(await (await loadRarePart('poster', () => import('./draw-poster.ts'))).drawPoster(paper));
      return { type: 'application/pdf', model: paper, fileName: 'poster.pdf', draw };
    });
  });
  shortLinks(app);
}

const drawInThread = taskThread<ShareTask, Uint8Array>({
  program: 'features/sharing/draw-share-in-worker.ts',
  purpose: 'draws pictures to share',
  waiting: PICTURES.waiting,
  longestMs: 10_000,
  idleMs: 60_000,
});

async function drawImage(task: ShareTask): Promise<Buffer> {
  return receivedBuffer(await drawInThread(task));
}

function readFile({ language: asked, file }: FileRequest['Params'], ending: '.png' | '.pdf') {
  const language = languages.find((one) => one === asked);
  if (!language || !file.endsWith(ending)) throw new Refusal('unknown_path');
  return { language, name: file.slice(0, -ending.length) };
}

function listFinder(app: AppContext): (date: string) => Promise<DayList> {
  const products = listedProducts(app);
  const readBook = priceBook(app);
  return async (date) => {
    if (!isDay(date)) throw new Refusal('unknown_path');
    const rows = presentDay((await readBook()).listDay(date), await products());
    if (rows.length === 0) throw new Refusal('unknown_path');
    return { date, rows };
  };
}

function drawingSender({ loadLimiter, responseCache }: AppContext) {
  const pictures = new DrawingCache(PICTURES);
  const pdfs = new DrawingCache(PDFS);
  /** Files by address, so that a file that has already been drawn is sent without loading the list that it shows. */
  const knownFiles = memoizePerVersion(responseCache, async () => new Map<string, KnownFile>());
  return async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    describe: () => Promise<Drawing>,
  ): Promise<FastifyReply> => {
    const known = await knownFiles();
    const [address = ''] = request.url.split('?');
    const found = known.get(address);
    const drawn = found && (found.type === 'image/png' ? pictures : pdfs).find(found.mark);
    if (found && drawn !== undefined) return sendFile({ request, reply }, found, () => drawn);
    loadLimiter.admit('visitor');
    const { type, model, fileName, draw } = await describe();
    const mark = createHash('sha256').update(JSON.stringify(model)).digest('base64url');
    if (known.size >= MOST_ADDRESSES) known.clear();
    known.set(address, { type, mark, fileName });
    const drawings = type === 'image/png' ? pictures : pdfs;
    return sendFile({ request, reply }, { type, mark, fileName }, () =>
      drawings.get(mark, networkOf(clientAddress(request)), draw),
    );
  };
}

async function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { type, mark, fileName }: KnownFile,
  load: () => Promise<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${mark}"`;
  reply.headers({
    ...PUBLIC_CACHE,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  });
  if (isTagKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const file = await load();
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return reply.type(type).send(file);
}

/**
 * Registers short links, which fit into a message of 70 characters. The redirects are temporary, because browsers cache
 * permanent ones indefinitely.
 */
function shortLinks({ fastify }: AppContext): void {
  const paths: Record<string, (name: string) => string> = {
    '/p/:name(^\\d{1,9}$)': (id) => `/product/${id}/chart`,
    '/d/:name(^\\d{4}-\\d{2}-\\d{2}$)': (date) => `/home-dailyprice?date=${date}`,
  };
  for (const language of languages)
    for (const [pattern, pathOf] of Object.entries(paths))
      fastify.get<{ Params: { name: string } }>(inLanguage(language, pattern), async ({ params }, reply) =>
        reply.headers(PUBLIC_CACHE).redirect(inLanguage(language, pathOf(params.name)), 302),
      );
}
