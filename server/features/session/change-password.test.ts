import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

const NEW = 'lantern over the paddy field';

async function openMarket(): Promise<TestApp> {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  return app;
}

const login = (app: TestApp, password: string) =>
  app.send({ method: 'POST', url: '/api/admin/login', payload: { email: 'editor@example.com', password } });
const change = (app: TestApp, currentPassword: string, newPassword: string) =>
  app.as('editor', { method: 'PUT', url: '/api/admin/change-password', payload: { currentPassword, newPassword } });
const isIn = async (app: TestApp, token: string) =>
  (await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } })).statusCode === 200;

test('the new password opens the account, and the old one no longer does', async () => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, NEW);
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password changed.' }]);
  expect((await login(app, PASSWORD)).statusCode).toBe(401);
  expect((await login(app, NEW)).statusCode).toBe(200);
});

test("every other session of the account ends immediately; the user's own one and those of other accounts remain", async () => {
  const app = await openMarket();
  const elsewhere = (await login(app, PASSWORD)).json<{ token: string }>().token;
  const own = await app.tokenOf('editor');
  const colleague = await app.tokenOf('manager');
  await change(app, PASSWORD, NEW);
  expect([await isIn(app, elsewhere), await isIn(app, own), await isIn(app, colleague)]).toEqual([false, true, true]);
});

test('a sign-in with the old password that is in progress during the change is ended like the others', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  const entered: string[] = [];
  let isChanged = false;
  const changing = change(app, PASSWORD, NEW).finally(() => {
    isChanged = true;
  });
  do {
    const { token } = (await login(app, PASSWORD)).json<{ token?: string }>();
    if (token !== undefined) entered.push(token);
  } while (!isChanged);
  expect((await changing).statusCode).toBe(200);
  expect(await Promise.all(entered.map((token) => isIn(app, token)))).toEqual(entered.map(() => false));
});

test('when two people change the same password at once, one is answered that the current password is wrong', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  const answers = await Promise.all([change(app, PASSWORD, NEW), change(app, PASSWORD, `${NEW} too`)]);
  expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 400]);
});

test('a wrong current password is a 400, because the session is still valid', async () => {
  const app = await openMarket();
  const answer = await change(app, 'not the password', NEW);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'wrong_current_password']);
  expect((await login(app, PASSWORD)).statusCode).toBe(200);
});

test.each([
  ['one of the commonest', 'password123'],
  ["the product's name", 'Pola2026!'],
  ['the own e-mail', 'editor@example.com'],
  ['the current one', PASSWORD],
])('%s is too easy to guess', async (_kind, password) => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, password);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'weak_password']);
  expect((await login(app, PASSWORD)).statusCode).toBe(200);
});

test.each([
  ['seven characters', 'seven77', 400],
  ['eight characters', 'eight88x', 200],
  ['128 characters', 'ab c'.repeat(32), 200],
  ['129 characters', `${'ab c'.repeat(32)}d`, 400],
  ['a passphrase in Sinhala', 'මගේ කුඩා එළවළු කඩය', 200],
])('a password of %s is answered with %3$i', async (_kind, password, status) => {
  const app = await openMarket();
  const answer = await change(app, PASSWORD, password);
  expect(answer.statusCode).toBe(status);
  expect((await login(app, status === 200 ? password : PASSWORD)).statusCode).toBe(200);
});

test('attempts to guess the current password at an open screen are limited', async () => {
  const app = await openMarket();
  for (let attempt = 0; attempt < 10; attempt += 1) await change(app, `guess ${attempt}`, NEW);
  const refused = await change(app, PASSWORD, NEW);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_tries']);
});
