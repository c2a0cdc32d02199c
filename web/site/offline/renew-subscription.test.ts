import { beforeEach, expect, test, vi } from 'vitest';
import { addRenewal, type Renewals, readRenewals } from './renewals.ts';

const ORIGIN = 'https://pola.example';
const PUSH_KEY = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFg';
const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

interface Answer {
  status: number;
  type?: string;
}

let market: typeof import('./renew-subscription.ts');
let stored: Map<string, Response>;
let current: PushSubscription | null;
let subscribed: unknown[];
let sent: { url: string; body: unknown }[];
let answers: (Answer | Error)[];

function subscription(name: string): PushSubscription {
  const applicationServerKey = Uint8Array.fromBase64(PUSH_KEY, { alphabet: 'base64url' }).buffer;
  const json = { endpoint: `https://push.example/${name}`, keys: { p256dh: `p of ${name}`, auth: `a of ${name}` } };
  return { options: { applicationServerKey }, toJSON: () => json } as unknown as PushSubscription;
}

const bodyOf = (name: string, keys: string[]) => ({
  keys,
  address: `https://push.example/${name}`,
  p256dh: `p of ${name}`,
  auth: `a of ${name}`,
});

beforeEach(async () => {
  stored = new Map();
  current = null;
  subscribed = [];
  sent = [];
  answers = [];
  const cache = {
    match: async (key: string) => stored.get(key)?.clone(),
    put: async (key: string, answer: Response) => void stored.set(key, answer),
  };
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('registration', {
    pushManager: {
      getSubscription: async () => current,
      subscribe: async (options: object) => {
        subscribed.push(options);
        current = subscription('subscribed');
        return current;
      },
    },
  });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)) });
    const answer = answers.shift() ?? { status: 200 };
    if (answer instanceof Error) throw answer;
    const { status, type = 'application/json; charset=utf-8' } = answer;
    return new Response('{}', { status, headers: { 'content-type': type } });
  });
  market = await vi.importActual('./renew-subscription.ts');
});

test('a subscription that the browser replaced is sent to the market with the keys of its alerts', async () => {
  await addRenewal(A, PUSH_KEY);
  await addRenewal(B, PUSH_KEY);
  current = subscription('replaced');
  await market.renewSubscription({ oldSubscription: subscription('before'), newSubscription: current });
  expect(sent).toEqual([{ url: '/api/alerts/renew', body: bodyOf('replaced', [A, B]) }]);
  expect(subscribed).toEqual([]);
  expect(await readRenewals()).toEqual<Renewals>({ alerts: [A, B], pushKey: PUSH_KEY, isDue: false });
});

test('where the browser only says that the subscription ended, it subscribes again with the same key', async () => {
  await addRenewal(A, PUSH_KEY);
  await market.renewSubscription({});
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: PUSH_KEY }]);
  expect(sent.map(({ body }) => body)).toEqual([bodyOf('subscribed', [A])]);
});

test('the key of the market is that of the subscription before, for an alert of an earlier release', async () => {
  await market.rememberAlert({ manage: `/si/alerts/manage?key=${A}` });
  await market.renewSubscription({ oldSubscription: subscription('before'), newSubscription: null });
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: PUSH_KEY }]);
  expect(sent.map(({ body }) => body)).toEqual([bodyOf('subscribed', [A])]);
});

test.each<[string, Answer | Error]>([
  ['no network', new TypeError('no connection')],
  ['a failing server', { status: 503 }],
  ['too many requests', { status: 429 }],
  ['a Wi-Fi that asks to sign in', { status: 200, type: 'text/html' }],
  ['a Wi-Fi that knows no such page', { status: 404, type: 'text/html' }],
])('after %s the renewal is sent again with a later page, once', async (_, answer) => {
  await addRenewal(A, PUSH_KEY);
  current = subscription('replaced');
  answers = [answer];
  await expect(market.renewSubscription({ newSubscription: current })).rejects.toThrow();
  expect(await readRenewals()).toMatchObject({ alerts: [A], isDue: true });
  await Promise.all([market.sendDueRenewal(), market.sendDueRenewal()]);
  await market.sendDueRenewal();
  expect(sent).toHaveLength(2);
});

test('alerts that have ended are forgotten, and a refused renewal is not sent again', async () => {
  await addRenewal(A, PUSH_KEY);
  answers = [{ status: 404 }];
  await market.renewSubscription({});
  expect(await readRenewals()).toEqual<Renewals>({ alerts: [], pushKey: PUSH_KEY, isDue: false });
  await addRenewal(B, PUSH_KEY);
  answers = [{ status: 409 }];
  await market.renewSubscription({});
  await market.sendDueRenewal();
  expect(sent).toHaveLength(2);
  expect(await readRenewals()).toMatchObject({ alerts: [B], isDue: false });
});

test('a browser without alerts sends nothing, and of many alerts the ten used last are renewed', async () => {
  await market.renewSubscription({ newSubscription: subscription('replaced') });
  expect(sent).toEqual([]);
  for (let at = 10; at < 22; at += 1) await addRenewal(String(at).repeat(16), PUSH_KEY);
  await addRenewal('15'.repeat(16), PUSH_KEY);
  const { alerts } = await readRenewals();
  expect(alerts.map((key) => key.slice(0, 2))).toEqual('12 13 14 16 17 18 19 20 21 15'.split(' '));
});
