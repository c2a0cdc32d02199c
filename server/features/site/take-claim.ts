import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { claimForm, MOST_CLAIM_PICTURE_BYTES } from '#contract/claims.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { TENANT_PAGE_PATH } from '#contract/tenant-page-link.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { clientAddress } from '../../http/core/client-address.ts';
import { badInput, readUpload } from '../../http/core/read-request.ts';
import { addClaim } from '../claims/add-claim.ts';
import { findTenancyOfLink } from '../tenant-links/page-link.ts';
import type { LoadedPage } from './load-page.ts';
import { readTenantPage } from './load-tenant.ts';
import { attempt, refuseOtherSites } from './take-form.ts';

const OTHER_FIELDS_BYTES = 64 * 1024;

type SendPage = (
  exchange: { request: FastifyRequest; reply: FastifyReply; language: Language },
  page: LoadedPage,
  status: number,
) => Promise<FastifyReply>;

interface SentClaim {
  fields: Record<string, string>;
  picture: Buffer | undefined;
}

/**
 * Accepts the form "I have paid" of the tenants' pages. It uses no cookies: who sends it has the link. A form that is
 * sent again is the same claim, so no token is needed against it.
 */
export function takeClaims(app: AppContext, sendPage: SendPage): void {
  const { database } = app;
  for (const language of languages) {
    app.fastify.post<{ Params: { link: string } }>(
      inLanguage(language, `${TENANT_PAGE_PATH}/:link`),
      { bodyLimit: MOST_CLAIM_PICTURE_BYTES + OTHER_FIELDS_BYTES },
      async (request, reply) => {
        app.loadLimiter.admit('visitor');
        const { link } = request.params;
        const tenancyId = await findTenancyOfLink(database.reader, database, link);
        const exchange = { request, reply, language };
        const notFound = { page: 'not-found', data: {} } as const;
        if (tenancyId === undefined) return sendPage({ ...exchange, language: 'en' }, notFound, 404);
        let fields: SentClaim['fields'] = {};
        const { status, notice } = await attempt(language, async () => {
          refuseOtherSites(request);
          const sent = await readClaim(request);
          ({ fields } = sent);
          const { amount, day, bank } = checkForm(sent.fields);
          const client = clientAddress(request);
          await addClaim(
            app,
            { now: app.clock.now() },
            { tenancyId, amount, day, bank, picture: sent.picture, client },
          );
          return { sentence: apiMessage('claims.add.done') };
        });
        const path = inLanguage(language, `${TENANT_PAGE_PATH}/${link}`);
        if (status === 200)
          return reply.code(303).headers({ 'cache-control': 'no-store' }).redirect(`${path}#claims`, 303);
        const page = await readTenantPage(app, tenancyId, link);
        if (!page) return sendPage(exchange, notFound, 404);
        const form = { amount: cut(fields.amount), day: cut(fields.day), bank: cut(fields.bank) };
        return sendPage(exchange, { page: 'tenant', data: { ...page, form, notice } }, status);
      },
    );
  }
}

const LONGEST_FILLED = 100;

function cut(text = ''): string {
  return text.slice(0, LONGEST_FILLED);
}

async function readClaim(request: FastifyRequest): Promise<SentClaim> {
  if (!request.isMultipart()) throw new Refusal('unsupported_type');
  const { fields, file } = await readUpload(request, 'picture', MOST_CLAIM_PICTURE_BYTES).catch((error: unknown) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
    throw isTooLarge ? new Refusal('too_large', { message: apiMessage('claims.add.picture_too_large') }) : error;
  });
  const texts = Object.entries(fields as object).map(([name, value]) => [name, String(value)]);
  return { fields: Object.fromEntries(texts) as SentClaim['fields'], picture: file };
}

function checkForm(fields: SentClaim['fields']) {
  const { data, faults } = checkInput(claimForm, fields);
  if (faults.length > 0)
    throw badInput(faults.map(({ field, message }) => ({ field, message: apiMessage(message.key, message.values) })));
  return data as z.output<typeof claimForm>;
}
