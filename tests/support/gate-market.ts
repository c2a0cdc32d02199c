import { type APIRequestContext, type Browser, type BrowserContext, test as base, expect } from '@playwright/test';
import { instantOf } from '#billing/calendar.ts';
import { DEMO_PASSWORD } from '#scripts/demo/demo-password.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { registerAccount } from '#server/features/accounts/register-account.ts';
import { hashPassword } from '#server/features/session/hash-password.ts';
import { type Market, startMarket } from './start-market.ts';

export const NIMAL = 'nimal@example.com';
export const SUNITA = 'sunita@example.com';

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

interface OfGate {
  market: Market;
  sessionOf: (email: string) => Promise<SignedIn>;
}

export const test = base.extend<{ openPhone: OpenPhone }, OfGate>({
  market: [
    async ({ browserName: _ }, use) => {
      const market = await startMarket('empty');
      await addTicketStaff(market);
      await use(market);
      await market.stop();
    },
    { scope: 'worker' },
  ],
  sessionOf: [
    async ({ market, playwright }, use) => {
      const sessions = new Map<string, SignedIn>();
      const request = await playwright.request.newContext();
      await use(async (email) => {
        const known = sessions.get(email) ?? (await login(request, market, email));
        sessions.set(email, known);
        return known;
      });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
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
    ...{ baseURL: url, viewport, reducedMotion: 'reduce', timezoneId: 'America/New_York' },
    ...{ hasTouch: true, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } },
  });
}

async function addTicketStaff(market: Market): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  try {
    await database.write(async (tx) => {
      for (const email of [NIMAL, SUNITA]) {
        const act = { actor: 'superadmin@example.com', now: instantOf(Date.now()), requestId: `sample ${email}` };
        const [username = ''] = email.split('@');
        const account = { username, email, role: 'tiketing' as const, passwordHash, mustChangePassword: false };
        await registerAccount(tx, act, account);
      }
    });
  } finally {
    await database.close();
  }
}
