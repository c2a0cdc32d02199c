import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { rentMessages } from '#contract/rent-messages.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { findTenancy } from '../tenants/queries.ts';
import { changeOptOut } from './change-opt-out.ts';
import { recipientOf } from './load-facts.ts';
import { presentLeftOut, presentPlan, presentRentMessages } from './present.ts';
import { findOptOut, listRentMessages, listRentMessagesOf } from './queries.ts';
import { planByHand, queueByHand } from './queue-messages.ts';
import {
  changedSettings,
  chosenChannels,
  loadMeans,
  type MessageSource,
  presentRentMessageSettings,
  rentMessageSetting,
} from './read-settings.ts';
import { sendAgain } from './send-again.ts';
import { rentMessageOutbox } from './send-messages.ts';

export function rentMessageRoutes(app: AppContext): void {
  const { database, fastify } = app;
  const outbox = rentMessageOutbox({
    ...app,
    onFault: (messageId, error) =>
      fastify.log.warn({ err: error, messageId }, 'a rent message could not be sent or recorded'),
  });
  fastify.addHook('onListen', () => outbox.start());
  fastify.addHook('preClose', () => outbox.stop());

  settingRoutes(app);
  endpoint(app, rentMessages.list, async ({ query }) =>
    presentRentMessages(database.reader, await listRentMessages(database.reader, query.list)),
  );
  endpoint(app, rentMessages.preview, ({ query: { occasion }, context: { now } }) =>
    database.snapshot(async (db) => {
      const means = await loadMeans(db, app);
      // The preview shows what would be sent, also before there is a gateway or a mail server.
      const channels = chosenChannels(means.stored);
      const plan = await planByHand(db, app, { occasion, now, gateway: means.shown.gateway, channels });
      return presentPlan(plan, means, app.centre.facts);
    }),
  );
  endpoint(app, rentMessages.send, {
    async record({ body: { occasion }, context }, tx) {
      const { plan, queued } = await queueByHand(tx, context, { occasion, source: app });
      return {
        message: apiMessage('rent-messages.send.done', { count: queued, leftOut: plan.leftOut.length }),
        queued,
        left_out: presentLeftOut(plan.leftOut),
      };
    },
  });
  endpoint(app, rentMessages.again, {
    async record({ params, context }, tx) {
      await sendAgain(tx, context, params.id);
      return { message: apiMessage('rent-messages.again.done') };
    },
  });
  endpoint(app, rentMessages.ofTenancy, ({ params }) => database.snapshot((db) => loadOfTenancy(db, app, params.id)));
  endpoint(app, rentMessages.setOptOut, {
    async record({ params, body: { is_opted_out: isOptedOut }, context }, tx) {
      await changeOptOut(tx, context, { tenancyId: params.id, isOptedOut });
      return { message: apiMessage(`rent-messages.opt_out.${isOptedOut ? 'ended' : 'resumed'}`) };
    },
  });
}

function settingRoutes(app: AppContext): void {
  endpoint(app, rentMessages.getSettings, async () =>
    presentRentMessageSettings(await rentMessageSetting.read(app.database.reader)),
  );
  endpoint(app, rentMessages.setSettings, {
    current: async (_, tx) => presentRentMessageSettings(await rentMessageSetting.lock(tx)),
    async record({ body, context }, tx) {
      const stored = await rentMessageSetting.change(tx, context, {
        value: (before) => changedSettings(before, body, context.now),
      });
      return { message: apiMessage('rent-messages.settings.done'), settings: presentRentMessageSettings(stored) };
    },
  });
}

async function loadOfTenancy(db: Reader, source: MessageSource, id: number) {
  const tenancy = await findTenancy(db, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const { gateway } = (await loadMeans(db, source)).shown;
  const optOut = await findOptOut(db, id);
  return {
    is_opted_out: optOut !== undefined,
    opted_out_on: optOut ? dayOf(optOut.recorded_at) : null,
    opted_out_by: optOut?.recorded_by ?? null,
    phone: recipientOf(tenancy, 'sms', gateway) ?? null,
    email: recipientOf(tenancy, 'email', gateway) ?? null,
    messages: await presentRentMessages(db, await listRentMessagesOf(db, id)),
  };
}
