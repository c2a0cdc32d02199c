import { expect, onTestFinished } from 'vitest';
import { type RentMessage, type RentMessageSettings, rentMessages } from '#contract/rent-messages.ts';
import { shops } from '#contract/shops.ts';
import { tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import type { AppOptions } from '../app.ts';
import { readConfig } from '../config.ts';
import { putSetting } from '../db/settings.ts';
import { isQuiet } from '../features/alerts/quiet-hours.ts';
import { openCentre } from '../features/centre/open-centre.ts';
import { IS_OPEN } from '../features/mail/queries.ts';
import { queueDueMessages } from '../features/rent-messages/queue-messages.ts';
import { rentMessageOutbox } from '../features/rent-messages/send-messages.ts';
import { openTestApp } from './app-context.ts';
import { openMailServer } from './mail-server.ts';
import { officeAt, TERMS } from './office.ts';
import { GATEWAY_TERMS, openSmsGateway } from './sms-gateway.ts';

interface Person {
  shop: string;
  contact: string;
  name?: string;
  email?: string;
  language?: 'en' | 'si' | 'ta';
}

/** A market in the afternoon of 5 October 2026 with a gateway and a mail server, in which messages are off. */
export async function openTestMessages(environment: Record<string, string> = {}, web?: AppOptions['web']) {
  const mailServer = await openMailServer();
  onTestFinished(() => mailServer.close());
  const gateway = await openSmsGateway();
  onTestFinished(() => gateway.close());
  const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'office@pola.example', ...environment };
  const app = await openTestApp(settings, undefined, web);
  onTestFinished(() => app.close());
  const office = officeAt(app);
  office.goTo('2026-10-05');
  await app.database.write((tx) => {
    const alerts = { sms_address: gateway.address, ...GATEWAY_TERMS };
    return putSetting(tx, { name: 'alerts', value: JSON.stringify(alerts), at: app.clock.now() });
  });
  const config = readConfig({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', ...settings });
  const centre = await openCentre(app.database.reader, config);
  const openOutbox = () => rentMessageOutbox({ ...app, config, centre, onFault: () => {} });
  const outbox = openOutbox();
  const list = (of: 'open' | 'failed' | 'done') => office.ask(rentMessages.list, { query: { list: of } });
  return {
    app,
    office,
    gateway,
    mailServer,
    outbox,
    openOutbox,
    list,
    async set(changes: Partial<RentMessageSettings>) {
      const before = await office.ask(rentMessages.getSettings, {});
      await office.ask(rentMessages.setSettings, { role: 'superadmin', body: { ...before, ...changes } });
    },
    /** Lets a shop and returns the tenancy. */
    async let({ shop, contact, name = 'Nimal Perera', email, language }: Person): Promise<number> {
      await office.ask(shops.add, { body: { ...TERMS, shop_id: shop } });
      const body = { name, contact, address: 'Dambulla', from: '2020-01-01', shop_id: shop, email: email ?? null };
      const { tenant_id } = (await office.ask(tenants.add, { body })).tenant;
      if (language !== undefined) {
        const agreement = { agreement_number: '', agreement_note: '', language };
        await office.ask(tenancies.edit, { params: { id: String(tenant_id) }, body: agreement });
      }
      return tenant_id;
    },
    /** Queues what the settings send without a person. */
    pass() {
      const context = { actor: 'schedule', now: app.clock.now(), requestId: 'pass' };
      return queueDueMessages({ config, database: app.database }, context);
    },
    send: (occasion: 'bill' | 'reminder') => office.ask(rentMessages.send, { body: { occasion } }),
    preview: (occasion: 'bill' | 'reminder') => office.ask(rentMessages.preview, { query: { occasion } }),
    /** Sends what is due now. */
    async drain() {
      outbox.wake();
      expect(await outbox.waitUntil(async () => !(await hasDue()))).toBe(true);
    },
  };

  async function hasDue(): Promise<boolean> {
    const now = app.clock.now();
    const due = await app.database.reader
      .selectFrom('rent_messages')
      .select('id')
      .where(IS_OPEN)
      .where(({ or, eb }) => or([eb('state', '=', 'sending'), ...(isQuiet(now) ? [] : [eb('send_after', '<=', now)])]))
      .limit(1)
      .executeTakeFirst();
    return due !== undefined;
  }
}

/** Returns a message in short: to whom, its state and the reason. */
export function shortOf({ recipient, state, reason }: RentMessage): string {
  return [recipient, state, reason].filter((text) => text !== '').join(', ');
}
