import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { alerts } from '#contract/alerts.ts';
import { inLanguage, type Language, languages } from '#contract/languages.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { apiMessage, inWords } from '#contract/messages/message.ts';
import { Refusal, refusalBody } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { clientAddress } from '../../http/core/client-address.ts';
import { badInput } from '../../http/core/read-request.ts';
import { changeSubscription, confirmSubscription, endSubscription } from '../alerts/change-subscription.ts';
import { startSubscription } from '../alerts/start-subscription.ts';
import { loadAlert, loadAlerts } from './load-alerts.ts';
import type { LoadedPage } from './load-page.ts';

const MOST_BYTES = 20_000;

export interface FormExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
}

export type SendPage = (exchange: FormExchange, page: LoadedPage, status: number) => Promise<FastifyReply>;

interface SentForm {
  fields: URLSearchParams;
  request: FastifyRequest;
  language: Language;
}

type Answer = { page: LoadedPage; status: number };

/** Without cookies another site could only make a visitor send what it could send itself; its forms are refused too. */
export function takeAlertForms(app: AppContext, sendPage: SendPage): void {
  void app.fastify.register((scope, _, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body.toString())),
    );
    const take = (path: '/alerts' | '/alerts/manage', answer: (app: AppContext, form: SentForm) => Promise<Answer>) => {
      for (const language of languages)
        scope.post(inLanguage(language, path), async (request, reply) => {
          app.gate.admit('visitor');
          const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
          const { page, status } = await answer(app, { fields, request, language });
          return sendPage({ request, reply, language }, page, status);
        });
    };
    take('/alerts', subscribeByForm);
    take('/alerts/manage', manageByForm);
    done();
  });
}

async function subscribeByForm(app: AppContext, { fields, request, language }: SentForm): Promise<Answer> {
  const answer = await attempt(language, async () => {
    refuseOtherSites(request);
    const address = fields.get('address') ?? '';
    const channel = address.includes('@') ? 'email' : 'sms';
    const input = check(alerts.subscribe.body, { channel, address, ...wishOf(fields), language });
    const key = await startSubscription(app, contextOf(app, request), { input, address: clientAddress(request) });
    return { sentence: apiMessage(`alerts.subscribe.${channel}`), key: channel === 'sms' ? key : null };
  });
  const { status, notice, key } = answer;
  const filled = status === 200 ? new URLSearchParams() : fields;
  return { page: { page: 'alerts', data: await loadAlerts(app, filled, { notice, key }) }, status };
}

/** Mail programs end a subscription without a page (RFC 8058): the key is in the address. */
async function manageByForm(app: AppContext, { fields, request, language }: SentForm): Promise<Answer> {
  const isOneClick = fields.get('List-Unsubscribe') === 'One-Click';
  const inAddress = new URL(`http://market${request.url}`).searchParams.get('key');
  const key = (isOneClick ? inAddress : fields.get('key')) ?? '';
  const action = isOneClick ? 'end' : fields.get('action');
  const context = contextOf(app, request);
  const { status, notice } = await attempt(language, async () => {
    if (!isOneClick) refuseOtherSites(request);
    check(alerts.show.body, { key });
    switch (action) {
      case 'confirm':
        await confirmSubscription(app.database, context, { key, code: fields.get('code')?.replaceAll(/\s/g, '') });
        return { sentence: apiMessage('alerts.confirm.done') };
      case 'change': {
        const { key: _, ...wish } = check(alerts.change.body, { key, ...wishOf(fields), language });
        await changeSubscription(app.database, context, { key, wish });
        return { sentence: apiMessage('alerts.change.done') };
      }
      case 'end':
        await endSubscription(app.database, context, key);
        return { sentence: apiMessage('alerts.end.done') };
      default:
        throw badInput([{ field: 'action', message: apiMessage('input.required') }]);
    }
  });
  return { page: { page: 'alert', data: await loadAlert(app, key, notice) }, status };
}

async function attempt(
  language: Language,
  act: () => Promise<{ sentence: ReturnType<typeof apiMessage>; key?: string | null }>,
) {
  try {
    const { sentence, key = null } = await act();
    return { status: 200, notice: { text: inWords(sentence, language), isFault: false }, key };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, notice: { text: refusalBody(error, language).message, isFault: true }, key: null };
  }
}

function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('not_allowed');
}

function wishOf(fields: URLSearchParams) {
  const limit = fields.get('limit')?.trim();
  return { kind: fields.get('kind'), products: fields.getAll('products'), ...(limit && { limit }) };
}

function check<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { data, faults } = checkInput(schema, given);
  if (faults.length > 0)
    throw badInput(faults.map(({ field, message }) => ({ field, message: apiMessage(message.key, message.values) })));
  return data as z.output<Schema>;
}

function contextOf({ clock }: AppContext, request: FastifyRequest) {
  return { actor: 'public', now: clock.now(), requestId: request.id };
}
