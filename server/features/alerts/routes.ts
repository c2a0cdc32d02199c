import { type AlertSettingsInput, alerts } from '#contract/alerts.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion, raiseDataVersion } from '../../db/data-version.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { listEveryProduct } from '../products/queries.ts';
import { changeSubscription, confirmSubscription, endSubscription, getSubscription } from './change-subscription.ts';
import { makeVapidKeys } from './deliver-push.ts';
import { presentStatus, presentSubscription } from './present.ts';
import { countChannels, countMessages, listMessagesOf } from './queries.ts';
import { alertSetting, presentSettings, readAlertMeans } from './read-alert-settings.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';
import { alertOutbox } from './send-alerts.ts';
import { startSubscription } from './start-subscription.ts';

export function alertRoutes(app: AppContext): void {
  const { database, config, fastify } = app;
  const { reader } = database;
  const source = { config, auditKeys: database.auditKeys };
  const outbox = alertOutbox({
    ...app,
    onFault: (messageId, error) =>
      fastify.log.warn({ err: error, messageId }, 'an alert could not be sent or recorded'),
  });
  fastify.addHook('onListen', () => outbox.start());
  fastify.addHook('preClose', () => outbox.stop());

  endpoint(app, alerts.subscribe, async ({ body, context, address }) => {
    const key = await startSubscription(app, context, { input: body, address });
    outbox.wake();
    return { message: apiMessage(`alerts.subscribe.${body.channel}`), key: body.channel === 'email' ? null : key };
  });
  endpoint(app, alerts.show, async ({ body, context }) => {
    const row = await getSubscription(reader, body.key, context.now);
    return presentSubscription(row, await listMessagesOf(reader, row.id), await listEveryProduct(reader));
  });
  endpoint(app, alerts.confirm, async ({ body, context }) => {
    await confirmSubscription(database, context, body);
    return { message: apiMessage('alerts.confirm.done') };
  });
  endpoint(app, alerts.change, async ({ body: { key, ...wish }, context }) => {
    await changeSubscription(database, context, { key, wish });
    return { message: apiMessage('alerts.change.done') };
  });
  endpoint(app, alerts.renew, async ({ body, context, address }) => {
    await renewSubscriptions(app, context, { input: body, client: address });
    return { message: apiMessage('alerts.renew.done') };
  });
  endpoint(app, alerts.end, async ({ body, context }) => {
    await endSubscription(database, context, body.key);
    return { message: apiMessage('alerts.end.done') };
  });
  endpoint(app, alerts.getSettings, () => presentSettings(reader, source));
  endpoint(app, alerts.setSettings, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return presentSettings(tx, source);
    },
    async record({ body, context }, tx) {
      await setAlertSettings(tx, context, body);
      return { message: apiMessage('alerts.settings.done'), settings: await presentSettings(tx, source) };
    },
  });
  endpoint(app, alerts.getStatus, async () =>
    presentStatus(await readAlertMeans(reader, source), await countChannels(reader), await countMessages(reader)),
  );
}

async function setAlertSettings(
  tx: Writer,
  context: ActionContext,
  { sms_headers, ...given }: AlertSettingsInput,
): Promise<void> {
  requireWhole(given);
  const { keyring } = changesOf(tx);
  await alertSetting.change(tx, context, {
    value(before) {
      const after = { ...before, ...given };
      if (sms_headers !== undefined)
        after.sms_headers = sms_headers === '' ? '' : keyring.findOrMake().encrypt(sms_headers);
      if (given.push_on && keyring.find()?.decrypt(before.push_private_key) === undefined) {
        const { publicKey, privateKey } = makeVapidKeys();
        after.push_public_key = publicKey;
        after.push_private_key = keyring.findOrMake().encrypt(privateKey);
      }
      return after;
    },
    // Public pages link to alerts only if alerts can be sent, so cached pages may be out of date now.
    alongside: () => raiseDataVersion(tx),
  });
}

function requireWhole({ push_on, push_contact, sms_on, sms_address, sms_body }: AlertSettingsInput): void {
  const missing = (field: string) => ({ field, message: apiMessage('input.required') });
  const details = [
    ...(push_on && push_contact === '' ? [missing('push_contact')] : []),
    ...(sms_on && sms_address === '' ? [missing('sms_address')] : []),
    ...(sms_on && !(sms_body.includes('{to}') && sms_body.includes('{text}'))
      ? [{ field: 'sms_body', message: apiMessage('input.alerts.sms-body') }]
      : []),
  ];
  if (details.length > 0) throw new Refusal('invalid_input', { details });
}
