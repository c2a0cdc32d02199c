import { expect, onTestFinished } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { type AlertSettings, type AlertSubscription, alerts } from '#contract/alerts.ts';
import type { Sending } from '#contract/call.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { readConfig } from '../config.ts';
import { queueDueAlerts } from '../features/alerts/queue-due-alerts.ts';
import { isQuiet } from '../features/alerts/quiet-hours.ts';
import { alertOutbox } from '../features/alerts/send-alerts.ts';
import { openCentre } from '../features/centre/open-centre.ts';
import { IS_OPEN } from '../features/mail/queries.ts';
import { SecretBox } from '../http/core/secret-box.ts';
import { openTestApp, type TestApp } from './app-context.ts';
import { expectRefusal } from './call.ts';
import { ALERT_SETTINGS } from './example-market.ts';
import { openMailServer, readMail, type TestMailServer } from './mail-server.ts';
import { colombo } from './office.ts';
import { openPushService, type TestPushService } from './push-service.ts';
import { signInForTest, TOKEN_SECRET } from './sign-in.ts';

type NewAlert = Partial<Sending<typeof alerts.subscribe>['body']>;

export interface TestAlerts {
  app: TestApp;
  mailServer: TestMailServer;
  push: TestPushService;
  tomato: number;
  carrot: number;
  set(settings: Partial<AlertSettings & { sms_headers: string }>): Promise<void>;
  subscribe(alert: NewAlert): Promise<{ key: string | null; message: string }>;
  subscribed(alert?: NewAlert): Promise<string>;
  post<Answer = { message: string }>(url: string, payload: object, refusal?: RefusalCode): Promise<Answer>;
  show(key: string): Promise<AlertSubscription>;
  publish(day: string, prices: Record<number, [number, number] | null>): Promise<void>;
  goTo(day: string, time?: string): void;
  pass(): Promise<void>;
  queue(): Promise<number>;
  drain(): Promise<void>;
  mails(): string[];
}

export async function openTestAlerts(environment: Record<string, string> = {}): Promise<TestAlerts> {
  const mailServer = await openMailServer();
  const push = await openPushService();
  onTestFinished(() => Promise.all([mailServer.close(), push.close()]).then(() => undefined));
  const own = { SMTP_URL: mailServer.url, PUBLIC_URL: 'https://pola.example', PUSH_SERVICES: push.origin };
  const settings = { ...own, ...environment };
  const app = await openTestApp(settings);
  onTestFinished(() => app.close());
  const config = readConfig({ DATA_DIR: app.dataDir, ...settings });
  const centre = await openCentre(app.database.reader, config);
  const world = { ...app, config, centre, secrets: new SecretBox(TOKEN_SECRET), onFault: () => {} };
  const outbox = alertOutbox(world);
  let read = 0;

  const send = async (role: 'superadmin' | 'editor', method: 'PUT' | 'POST', url: string, payload: object) => {
    const token = await signInForTest(app.database, role, { at: app.clock.now() });
    await app.verifySessions();
    const answer = await app.send({ method, url, payload, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const addProduct = async (name: string) =>
    (await send('editor', 'POST', '/api/products', { name, type: 'vegetable' })).productId as number;
  const post: TestAlerts['post'] = async (url, payload, refusal) => {
    const answer = await app.send({ method: 'POST', url, payload });
    if (refusal) expectRefusal(answer, refusal);
    else expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const drain = async () => {
    outbox.wake();
    const isDone = await outbox.waitUntil(async () => !(await hasDueMessages(app)));
    expect(isDone).toBe(true);
  };
  const queue = () => queueDueAlerts(app.database, app.clock.now());
  const tomato = await addProduct('Tomato');
  const carrot = await addProduct('Carrot');
  const subscribe: TestAlerts['subscribe'] = (alert) =>
    post('/api/alerts', {
      channel: 'email',
      address: 'good@example.com',
      kind: 'daily',
      products: [tomato],
      language: 'en',
      ...alert,
    });
  await send('superadmin', 'PUT', alerts.setSettings.path, { ...ALERT_SETTINGS, version: '*' });
  return {
    app,
    mailServer,
    push,
    tomato,
    carrot,
    subscribe,
    post,
    drain,
    queue,
    async set(changes) {
      await send('superadmin', 'PUT', alerts.setSettings.path, { ...ALERT_SETTINGS, ...changes, version: '*' });
    },
    async subscribed(alert) {
      await subscribe(alert ?? {});
      await drain();
      const key = keyIn(readMail(mailServer.taken.at(-1) ?? { from: '', to: '', raw: '' }).text);
      await post('/api/alerts/confirm', { key });
      return key;
    },
    show: (key) => post<AlertSubscription>('/api/alerts/show', { key }),
    async publish(day, prices) {
      const rows = Object.entries(prices).map(([id, pair]) => ({
        product_id: Number(id),
        date: day,
        min_price: pair?.[0] ?? null,
        max_price: pair?.[1] ?? null,
      }));
      await send('editor', 'POST', '/api/prices/update-multiple', rows);
    },
    goTo: (day, time = '08:00:00.000') => app.clock.set(colombo(day, time)),
    async pass() {
      await queue();
      app.clock.advance(6 * 60_000);
      await drain();
    },
    mails() {
      const texts = mailServer.taken.slice(read).map((mail) => readMail(mail).text.replaceAll('\r\n', '\n'));
      read = mailServer.taken.length;
      return texts.filter((text) => !text.includes('Open this link and press the button'));
    },
  };
}

export function keyIn(text: string): string {
  return /key=([\w-]{32})/.exec(text)?.[1] ?? '';
}

async function hasDueMessages({ database, clock }: TestApp): Promise<boolean> {
  const now: Instant = clock.now();
  const due = await database.reader
    .selectFrom('alert_messages')
    .select('id')
    .where(IS_OPEN)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'sending'),
        and([
          eb('state', '=', 'queued'),
          eb('send_after', '<=', now),
          ...(isQuiet(now) ? [eb('occasion', '=', 'confirm')] : []),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}
