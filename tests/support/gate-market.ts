import { type APIRequestContext, type Browser, type BrowserContext, expect } from '@playwright/test';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { test as base } from './market.ts';
import { withSameSettings } from './same-settings.ts';
import type { Market } from './start-market.ts';

interface SignedIn {
  token: string;
  role: string;
  name: string;
  email: string;
}

type OpenPhone = (
  email?: string,
  options?: { url?: string; width?: number; height?: number },
) => Promise<BrowserContext>;

type SessionOf = (email: string) => Promise<SignedIn>;

const sessions = new Map<string, Promise<SignedIn>>();

export const test = base.extend<{ openPhone: OpenPhone; sessionOf: SessionOf; market: Market }>({
  market: async ({ gateMarket }, use) => withSameSettings(gateMarket, use),
  sessionOf: async ({ market, request }, use) =>
    use((email) => {
      const key = `${market.dataDir} ${email}`;
      const session = sessions.get(key) ?? login(request, market, email);
      sessions.set(key, session);
      return session;
    }),
  openPhone: async ({ browser, market, sessionOf }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (email, { url = market.url, width = 360, height = 740 } = {}) => {
      const phone = await newPhone(browser, url, { width, height }, email && (await sessionOf(email)));
      opened.push(phone);
      return phone;
    });
    for (const phone of opened) await phone.close();
  },
});

export async function login(request: APIRequestContext, market: Market, email: string): Promise<SignedIn> {
  const answer = await request.post(`${market.url}/api/admin/login`, { data: { email, password: DEMO_PASSWORD } });
  expect(answer.status()).toBe(200);
  return answer.json();
}

function newPhone(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  session: SignedIn | '' | undefined,
): Promise<BrowserContext> {
  const localStorage = session
    ? [
        ...(['token', 'role', 'name', 'email'] as const).map((name) => ({ name, value: session[name] })),
        { name: 'mustChangePassword', value: 'false' },
      ]
    : [];
  return browser.newContext({
    baseURL: url,
    viewport,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
}
