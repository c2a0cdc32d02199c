import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const signIn = (app: TestApp, email: string, { password = 'a guess', from = '10.0.0.1' } = {}) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email, password }, remoteAddress: from });

const failuresIn = async (app: TestApp) => {
  const { reader } = app.database;
  const failures = reader.selectFrom('audit_log').selectAll().where('event_type', '=', 'Sign-In Failed');
  const rows = await failures.orderBy('id').execute();
  return rows.map(({ event_description, user_actioned }) => ({ event_description, user_actioned }));
};

test('a failed sign-in is in the audit log with the email as tried and the address, never with the password', async () => {
  const app = await openMarket();
  await signIn(app, 'Editor@example.com', { password: 'mango-river-42-lanterm' });
  await signIn(app, 'nobody@example.com');
  expect(await failuresIn(app)).toEqual([
    {
      event_description: 'Sign-in failed for editor@example.com from 10.0.0.1: 1 wrong attempt within an hour',
      user_actioned: 'editor@example.com',
    },
    {
      event_description: 'Sign-in failed for nobody@example.com from 10.0.0.1: 1 wrong attempt within an hour',
      user_actioned: 'nobody@example.com',
    },
  ]);
  const log = await app.database.reader.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toMatch(/lanterm|a guess/);
});

test('of repeated failures the first and each tenth are recorded, and an hour later the first again', async () => {
  const app = await openMarket();
  for (let attempt = 0; attempt < 10; attempt += 1) await signIn(app, 'editor@example.com');
  expect((await failuresIn(app)).map(({ event_description: said }) => said)).toEqual([
    expect.stringContaining(': 1 wrong attempt within'),
    expect.stringContaining(': 10 wrong attempts within'),
  ]);
  app.clock.advance(60 * 60_000);
  await signIn(app, 'editor@example.com');
  expect(await failuresIn(app)).toHaveLength(3);
});

test('at most a hundred failures an hour of unknown emails are recorded, and those of accounts still are', {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  for (let index = 0; index < 103; index += 1) {
    await signIn(app, `nobody${index}@example.com`, { from: `203.0.113.${Math.floor(index / 20)}` });
  }
  expect(await failuresIn(app)).toHaveLength(100);
  await signIn(app, 'editor@example.com');
  expect((await failuresIn(app)).at(-1)).toMatchObject({ user_actioned: 'editor@example.com' });
});

test('a sign-in with the right password is not recorded as a failure', async () => {
  const app = await openMarket();
  expect((await signIn(app, 'editor@example.com', { password: PASSWORD })).statusCode).toBe(200);
  expect(await failuresIn(app)).toEqual([]);
});
