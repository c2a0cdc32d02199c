import type { FastifyReply, FastifyRequest } from 'fastify';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { TENANT_PAGE_PATH } from '#contract/tenant-page-link.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { changeOptOut } from '../rent-messages/change-opt-out.ts';
import { findTenancyOfLink } from '../tenant-links/page-link.ts';
import type { LoadedPage } from './load-page.ts';
import { readTenantPage } from './load-tenant.ts';
import { attempt, refuseOtherSites } from './take-form.ts';

const MOST_BYTES = 1000;
/** How often a tenant may change it in a minute. */
const MOST_CHANGES = 10;

type SendPage = (
  exchange: { request: FastifyRequest; reply: FastifyReply; language: Language },
  page: LoadedPage,
  status: number,
) => Promise<FastifyReply>;

/** Accepts the button of the tenants' pages that stops messages about rent, or starts them again. */
export function takeMessageChoices(app: AppContext, sendPage: SendPage): void {
  void app.fastify.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
    );
    for (const language of languages)
      scope.post<{ Params: { link: string } }>(
        inLanguage(language, `${TENANT_PAGE_PATH}/:link/messages`),
        async (request, reply) => takeChoice(app, sendPage, { request, reply, language }),
      );
    done();
  });
}

async function takeChoice(
  app: AppContext,
  sendPage: SendPage,
  exchange: { request: FastifyRequest<{ Params: { link: string } }>; reply: FastifyReply; language: Language },
): Promise<FastifyReply> {
  const { request, reply, language } = exchange;
  const { database } = app;
  app.loadLimiter.admit('visitor');
  const { link } = request.params;
  const tenancyId = await findTenancyOfLink(database.reader, database, link);
  const notFound = { page: 'not-found', data: {} } as const;
  if (tenancyId === undefined) return sendPage({ ...exchange, language: 'en' }, notFound, 404);
  const { status, notice } = await attempt(language, async () => {
    refuseOtherSites(request);
    const choice = request.body instanceof URLSearchParams ? request.body.get('messages') : null;
    if (choice !== 'on' && choice !== 'off') throw new Refusal('malformed_body');
    await chooseMessages(app, { tenancyId, isOptedOut: choice === 'off', requestId: request.id });
    return { sentence: apiMessage('rent-messages.settings.done') };
  });
  if (status === 200) {
    const path = inLanguage(language, `${TENANT_PAGE_PATH}/${link}`);
    return reply.code(303).headers({ 'cache-control': 'no-store' }).redirect(`${path}#messages`, 303);
  }
  const page = await readTenantPage(app, tenancyId, link);
  if (!page) return sendPage(exchange, notFound, 404);
  return sendPage(exchange, { page: 'tenant', data: { ...page, notice } }, status);
}

async function chooseMessages(
  { database, clock }: AppContext,
  { tenancyId, isOptedOut, requestId }: { tenancyId: number; isOptedOut: boolean; requestId: string },
): Promise<void> {
  const now = clock.now();
  const subject = `messages of tenancy ${tenancyId}`;
  const seconds = await countVisit(database, { subject, most: MOST_CHANGES, now });
  if (seconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: seconds });
  await database.write((tx) => changeOptOut(tx, { actor: 'tenant', now, requestId }, { tenancyId, isOptedOut }));
}
