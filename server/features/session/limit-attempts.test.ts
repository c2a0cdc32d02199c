import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';

async function openMarket(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  return app;
}

interface Try {
  email?: string;
  password?: string;
  from?: string;
  forwardedFor?: string;
}

function signIn(app: TestApp, { email = 'editor@example.com', password = 'a guess', from, forwardedFor }: Try = {}) {
  return app.send({
    method: 'POST',
    url: '/api/admin/login',
    payload: { email, password },
    ...(from !== undefined && { remoteAddress: from }),
    ...(forwardedFor !== undefined && { headers: { 'x-forwarded-for': forwardedFor } }),
  });
}

async function statusesOf(count: number, attempt: (index: number) => ReturnType<typeof signIn>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt(index)).statusCode);
  return statuses;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('after ten wrong attempts for an account from one network, the next one waits', async () => {
  const app = await openMarket();
  expect(await statusesOf(10, (index) => signIn(app, { from: `10.0.0.${index}` }))).toEqual(times(10, 401));
  app.clock.advance(15_000);
  const refused = await signIn(app, { from: '10.0.0.99', password: PASSWORD });
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_tries']);
  expect(refused.headers['retry-after']).toBe('45');
  expect((await signIn(app, { email: 'manager@example.com', password: PASSWORD })).statusCode).toBe(200);
});

test('the addresses of an IPv6 network are counted together, and another network begins at nothing', async () => {
  const app = await openMarket();
  const guess = (index: number) => signIn(app, { from: `2001:db8:1:2::${index}` });
  expect(await statusesOf(11, guess)).toEqual([...times(10, 401), 429]);
  expect((await signIn(app, { from: '2001:db8:1:3::1', password: PASSWORD })).statusCode).toBe(200);
});

test('each further wrong attempt waits longer than the one before, up to a quarter of an hour', async () => {
  const app = await openMarket();
  await statusesOf(10, () => signIn(app));
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const refused = await signIn(app);
    waits.push(Number(refused.headers['retry-after']));
    app.clock.advance(Number(refused.headers['retry-after']) * 1000);
    expect((await signIn(app)).statusCode).toBe(401);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('the right person signs in from an address used before while others attack the account', {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  expect((await signIn(app, { from: '10.0.0.7', password: PASSWORD })).statusCode).toBe(200);
  for (let network = 0; network < 10; network += 1)
    await statusesOf(11, (index) => signIn(app, { from: `203.0.${network}.${index}` }));
  await statusesOf(11, (index) => signIn(app, { from: `10.0.0.${100 + index}` }));
  const stranger = await signIn(app, { from: '198.51.100.1', password: PASSWORD });
  expect([stranger.statusCode, stranger.json().code]).toEqual([429, 'too_many_tries']);
  expect((await signIn(app, { from: '10.0.0.7', password: PASSWORD })).statusCode).toBe(200);
});

test('an account has at most a hundred attempts an hour from addresses it has not signed in from', {
  tags: ['slow'],
}, async () => {
  const app = await openMarket();
  const guess = (index: number) => signIn(app, { from: `203.0.${index}.1` });
  expect(await statusesOf(101, guess)).toEqual([...times(100, 401), 429]);
  app.clock.advance(60 * 60_000);
  expect((await guess(101)).statusCode).toBe(401);
});

test('guesses at an account do not stop its sessions from confirming the identity or changing the password', async () => {
  const app = await openMarket();
  await app.tokenOf('editor');
  await statusesOf(30, () => signIn(app));
  const proof = { email: app.emailOf('editor'), password: PASSWORD };
  const verified = await app.as('editor', { method: 'POST', url: '/api/admin/verify', payload: proof });
  expect(verified.statusCode).toBe(200);
  const payload = { currentPassword: PASSWORD, newPassword: 'lantern over the paddy field' };
  const changed = await app.as('editor', { method: 'PUT', url: '/api/admin/change-password', payload });
  expect(changed.statusCode).toBe(200);
});

test('after the minute the correct password works', async () => {
  const app = await openMarket();
  await statusesOf(12, () => signIn(app));
  app.clock.advance(59_999);
  expect((await signIn(app, { password: PASSWORD })).statusCode).toBe(429);
  app.clock.advance(1);
  expect((await signIn(app, { password: PASSWORD })).statusCode).toBe(200);
});

test('a correct password deletes the wrong attempts before it', async () => {
  const app = await openMarket();
  await statusesOf(9, () => signIn(app));
  expect((await signIn(app, { password: PASSWORD })).statusCode).toBe(200);
  expect(await statusesOf(9, () => signIn(app))).toEqual(times(9, 401));
});

test('at most thirty attempts from one address are allowed in a minute, whatever the accounts', async () => {
  const app = await openMarket();
  const guess = (index: number) => signIn(app, { email: `clerk${index}@example.com`, from: '10.0.0.1' });
  expect(await statusesOf(31, guess)).toEqual([...times(30, 401), 429]);
  const sameAddress = await signIn(app, { password: PASSWORD, from: '10.0.0.1' });
  expect(Number(sameAddress.headers['retry-after'])).toBe(60);
  expect((await signIn(app, { password: PASSWORD, from: '10.0.0.2' })).statusCode).toBe(200);
});

test('the account is the same in any case and with spaces around it', async () => {
  const app = await openMarket();
  const spellings = ['editor@example.com', 'EDITOR@example.com', ' Editor@Example.Com '];
  const guess = (index: number) => signIn(app, { email: spellings[index % 3] ?? '' });
  expect(await statusesOf(11, guess)).toEqual([...times(10, 401), 429]);
});

test('twenty attempts at the same moment are counted like twenty in a row', async () => {
  const app = await openMarket();
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(app)));
  const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
  expect(statuses).toEqual([...times(10, 401), ...times(10, 429)]);
});

test('a forged X-Forwarded-For changes nothing', async () => {
  const app = await openMarket();
  const guess = (index: number) =>
    signIn(app, { email: `clerk${index}@example.com`, from: '10.0.0.1', forwardedFor: `192.0.2.${index}` });
  expect(await statusesOf(31, guess)).toEqual([...times(30, 401), 429]);
});

test('behind a trusted proxy the address is the one that the proxy saw', async () => {
  const app = await openMarket({ TRUST_PROXY: '10.0.0.1' });
  const guess = (forwardedFor: string) => (index: number) =>
    signIn(app, { email: `clerk${index}@example.com`, from: '10.0.0.1', forwardedFor });
  expect(await statusesOf(31, guess('192.0.2.1'))).toEqual([...times(30, 401), 429]);
  expect(await statusesOf(1, guess('192.0.2.2'))).toEqual([401]);
  const forged = await statusesOf(1, guess('203.0.113.9, 192.0.2.1'));
  expect(forged).toEqual([429]);
});

test('the header of an untrusted proxy is ignored', async () => {
  const app = await openMarket({ TRUST_PROXY: '10.0.0.1' });
  const guess = (index: number) =>
    signIn(app, { email: `clerk${index}@example.com`, from: '10.0.0.2', forwardedFor: `192.0.2.${index}` });
  expect(await statusesOf(31, guess)).toEqual([...times(30, 401), 429]);
});

test('the addresses of an IPv6 network have one limit, whatever the accounts', async () => {
  const app = await openMarket();
  const guess = (index: number) => signIn(app, { email: `clerk${index}@example.com`, from: `2001:db8:1:2::${index}` });
  expect(await statusesOf(31, guess)).toEqual([...times(30, 401), 429]);
  expect(await statusesOf(1, () => signIn(app, { from: '2001:db8:1:3::1' }))).toEqual([401]);
});

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['words', 'unknown'],
  ['words behind addresses', '192.0.2.1, unknown'],
  ['a whole page', '<script>'.repeat(1000)],
])(
  'of a trusted proxy that sends %s, all visitors are one address, and nothing else is stored',
  { tags: ['slow'] },
  async (_, header) => {
    const app = await openMarket({ TRUST_PROXY: '10.0.0.1' });
    const sent = { from: '10.0.0.1', ...(header !== undefined && { forwardedFor: header }) };
    const guess = (index: number) => signIn(app, { ...sent, email: `clerk${index}@example.com` });
    expect(await statusesOf(31, guess)).toEqual([...times(30, 401), 429]);
    app.clock.advance(60 * 60_000);
    expect((await signIn(app, { ...sent, password: PASSWORD })).statusCode).toBe(200);
    const rows = await app.database.reader.selectFrom('sessions').select('address').execute();
    expect(rows).toEqual([{ address: '10.0.0.1' }]);
  },
);

test.each([
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['203.0.113.1, 203.0.113.2, 192.0.2.7', '192.0.2.7'],
])('a trusted proxy that names the client as %s', async (header, address) => {
  const app = await openMarket({ TRUST_PROXY: '10.0.0.1' });
  expect((await signIn(app, { from: '10.0.0.1', forwardedFor: header, password: PASSWORD })).statusCode).toBe(200);
  const rows = await app.database.reader.selectFrom('sessions').select('address').execute();
  expect(rows).toEqual([{ address }]);
});
