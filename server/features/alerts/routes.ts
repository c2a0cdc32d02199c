import { alerts } from '#contract/alerts.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { listEveryProduct } from '../products/queries.ts';
import { changeSubscription, confirmSubscription, endSubscription, getSubscription } from './change-subscription.ts';
import { presentStatus, presentSubscription } from './present.ts';
import { countChannels, countMessages, listMessagesOf } from './queries.ts';
import { presentSettings, readAlertMeans } from './read-alert-settings.ts';
import { alertOutbox } from './send-alerts.ts';
import { setAlertSettings } from './set-alert-settings.ts';
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
      await lockDataVersion(tx);
      await setAlertSettings(tx, context, body);
      return { message: apiMessage('alerts.settings.done'), settings: await presentSettings(tx, source) };
    },
  });
  endpoint(app, alerts.getStatus, async () =>
    presentStatus(await readAlertMeans(reader, source), await countChannels(reader), await countMessages(reader)),
  );
}
