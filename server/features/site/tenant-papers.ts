import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayOf } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import { Refusal } from '#contract/refusals.ts';
import { TENANT_PAGE_PATH } from '#contract/tenant-page-link.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { findTenancyOfLink } from '../tenant-links/page-link.ts';
import { drawTenantPaper } from '../tenant-pages/load-paper.ts';
import type { LoadedPage } from './load-page.ts';

const MOST_PAPERS = 20;

type SendPage = (
  exchange: { request: FastifyRequest; reply: FastifyReply; language: Language },
  page: LoadedPage,
  status: number,
) => Promise<FastifyReply>;

/** Serves the papers of a tenancy as PDF. A link or a paper that is not right is answered like a wrong link of the page. */
export function sendTenantPapers(app: AppContext, sendPage: SendPage): void {
  const { fastify, database, clock } = app;
  fastify.get<{ Params: { link: string; file: string } }>(`${TENANT_PAGE_PATH}/:link/:file`, async (request, reply) => {
    app.loadLimiter.admit('visitor');
    const { link, file } = request.params;
    const [, name = ''] = /^([\w-]{1,80})\.pdf$/.exec(file) ?? [];
    const tenancyId = await findTenancyOfLink(database.reader, database, link);
    const now = clock.now();
    const pdf = tenancyId === undefined ? undefined : await drawLimited(app, { tenancyId, name });
    if (!pdf) return sendPage({ request, reply, language: 'en' }, { page: 'not-found', data: {} }, 404);
    const { headers } = new FileResponse(pdf, { format: 'pdf', name: `${name}-${dayOf(now)}` });
    return reply
      .headers(headers)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      .send(pdf);
  });
}

async function drawLimited(app: AppContext, paper: { tenancyId: number; name: string }) {
  const now = app.clock.now();
  const subject = `papers of tenancy ${paper.tenancyId}`;
  const seconds = await countVisit(app.database, { subject, most: MOST_PAPERS, now });
  if (seconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds });
  return drawTenantPaper(app, { now }, paper);
}
