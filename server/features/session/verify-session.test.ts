import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const verify = (app: TestApp, email: string, password: string) =>
  app.as('manager', { method: 'POST', url: '/api/admin/verify', payload: { email, password } });
const verifiedAt = async (app: TestApp) => {
  const rows = await app.database.reader.selectFrom('sessions').select('verified_at').execute();
  return rows.map((row) => row.verified_at);
};

test('the correct credentials of the same account mark this session as verified now', async () => {
  const app = await openMarket();
  await Promise.all([app.tokenOf('manager'), app.tokenOf('editor')]);
  const answer = await verify(app, ' Manager@Example.com', PASSWORD);
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: 'Identity confirmed.' }]);
  expect((await verifiedAt(app)).filter(Boolean)).toEqual([app.clock.now()]);
});

test.each([
  ['a wrong password', 'manager@example.com', 'not the password'],
  ['the right credentials of another account', 'editor@example.com', PASSWORD],
  ['an unknown account', 'nobody@example.com', PASSWORD],
])('%s: refused with 403, because the session is still valid', async (_kind, email, password) => {
  const app = await openMarket();
  const answer = await verify(app, email, password);
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toEqual({
    success: false,
    code: 'verification_failed',
    message: 'Invalid credentials',
    error: 'Invalid credentials',
  });
  expect(await verifiedAt(app)).toEqual([null]);
  expect((await app.as('manager', { url: '/api/admin/session' })).statusCode).toBe(200);
});

test('attempts to verify a session are limited', async () => {
  const app = await openMarket();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await verify(app, 'manager@example.com', `guess ${attempt}`)).statusCode).toBe(403);
  }
  const refused = await verify(app, 'manager@example.com', PASSWORD);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_tries']);
});
