/** @module-tag sqlite-only */

import { once } from 'node:events';
import createFastify from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#contract/refusals.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import { openTestApp, type TestApp } from '../../testing/app-context.ts';
import { openListeningMarket } from '../../testing/listening-market.ts';
import { FileResponse } from '../core/file-response.ts';
import { answerError } from './answer-error.ts';
import { serializeError } from './serialize-error.ts';

async function openMarket(environment: Record<string, string> = {}): Promise<TestApp> {
  const app = await openTestApp(environment);
  onTestFinished(() => app.close());
  return app;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const login = (payload: string | Buffer | object, headers: Record<string, string> = JSON_TYPE) =>
  ({ method: 'POST', url: '/api/admin/login', headers, payload }) as const;

test.each(['/api', '/api/', '/api/shop', '/api/admin', '/api/admin/login/more', '/api/../api/x', '/api/%00'])(
  'nothing exists at %s, and the refusal is JSON',
  async (url) => {
    const app = await openMarket();
    const answer = await app.send({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      success: false,
      code: 'unknown_path',
      message: 'Not found.',
      error: 'Not found.',
    });
  },
);

test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('nobody signs in by %s', async (method) => {
  const app = await openMarket();
  const answer = await app.send({ method, url: '/api/admin/login' });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_path']);
});

test('a slash at the end of an address is ignored', async () => {
  const app = await openMarket();
  const answer = await app.send(login({ email: app.emailOf('editor'), password: PASSWORD }));
  const withSlash = await app.send({
    ...login({ email: app.emailOf('editor'), password: PASSWORD }),
    url: '/api/admin/login/',
  });
  expect([answer.statusCode, withSlash.statusCode]).toEqual([200, 200]);
});

test.each(['/api/products/%ff', '/api/products/%', `/api/products/${'1'.repeat(201)}`])(
  'the address %s cannot be read, and the refusal has the usual shape and headers',
  async (url) => {
    const app = await openMarket();
    const answer = await app.send({ url });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      success: false,
      code: 'invalid_input',
      message: expect.any(String),
      error: answer.json().message,
    });
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(answer.body).not.toContain('%');
  },
);

test.each(['/api/products', '/api/v1/prices', '/api/payments/payments', '/api/nothing', '/healthz', '/readyz'])(
  '%s with more than 2 kB of address is refused',
  async (path) => {
    const app = await openMarket();
    const answer = await app.send({ url: `${path}?x=${'y'.repeat(2048)}` });
    expect([answer.statusCode, answer.json().code]).toEqual([414, 'address_too_long']);
  },
);

test('bad input names every field, and the sentence covers all of them', async () => {
  const app = await openMarket();
  const answer = await app.send(login({ email: 'nobody' }));
  expect(answer.statusCode).toBe(400);
  const message = 'Enter an email address, such as name@example.com. Enter the password.';
  expect(answer.json()).toEqual({
    success: false,
    code: 'invalid_input',
    message,
    error: message,
    details: [
      { field: 'email', message: 'Enter an email address, such as name@example.com.' },
      { field: 'password', message: 'Enter the password.' },
    ],
  });
});

test.each(['{', '{"email":}', 'null x', "{'email':'a'}", '{"a":1,}', '\u0000', '[1'])(
  'the body %j is not JSON, and that is a 400',
  async (payload) => {
    const app = await openMarket();
    const answer = await app.send(login(payload));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
  },
);

const NOT_SENT = 'The form was not received completely. Send it again.';
const FIELD = '--X\r\nContent-Disposition: form-data; name="name"\r\n\r\n';

test.each(['nothing of a form', '--X\r\nContent-Dis', `${FIELD}Carr`, `${FIELD}Carrot\r\n--X\r\n`])(
  'the form %j is not complete, and that is a 400',
  async (payload) => {
    const app = await openMarket();
    const headers = { 'content-type': 'multipart/form-data; boundary=X' };
    const answer = await app.as('editor', { method: 'POST', url: '/api/products', headers, payload });
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([400, 'malformed_body', NOT_SENT]);
  },
);

test('a form that does not say how its parts are separated is a 400', async () => {
  const app = await openMarket();
  const headers = { 'content-type': 'multipart/form-data' };
  const answer = await app.as('editor', { method: 'POST', url: '/api/products', headers, payload: 'x' });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
});

test.each(['null', 'true', '5', '"text"', '[]', '[[]]', '{}', '', '[{"email":"a"}]'])(
  'the body %j is JSON, but not credentials',
  async (payload) => {
    const app = await openMarket();
    const answer = await app.send(login(payload));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
  },
);

test('unknown keys, and keys of the object prototype, are refused by name and do nothing', async () => {
  const app = await openMarket();
  const credentials = `"email":"${app.emailOf('editor')}","password":"${PASSWORD}"`;
  for (const [name, more] of [
    ['extra', '"extra":{"deep":[1]}'],
    ['constructor', '"constructor":{"role":1}'],
  ]) {
    const answer = await app.send(login(`{${credentials},${more}}`));
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      `This request does not accept the field "${name}". The accepted fields are: email, password.`,
    ]);
  }
  const hostile = await app.send(login(`{${credentials},"__proto__":{"role":"superadmin"}}`));
  expect(hostile.json()).toMatchObject({ role: 'editor' });
  expect(({} as { role?: unknown }).role).toBeUndefined();
});

test('a thousand nested brackets are refused before they are parsed', async () => {
  const app = await openMarket();
  const answer = await app.send(login(`{"email":${'['.repeat(1000)}${']'.repeat(1000)},"password":"x"}`));
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'The request body is nested too deeply.']);
});

test('a body above one megabyte is too large, with a declared length or without', async () => {
  const app = await openMarket();
  const payload = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1024 * 1024) });
  const answer = await app.send(login(payload));
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
  expect(answer.json().message).toBe('The data sent is too large. The limit is 1 MB.');
  const said = await app.send(login('{}', { ...JSON_TYPE, 'content-length': '1048577' }));
  expect([said.statusCode, said.json().code]).toEqual([413, 'too_large']);
});

test.each([
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/octet-stream',
  'nonsense',
])('a body of the type %s is not accepted', async (type) => {
  const app = await openMarket();
  const payload = JSON.stringify({ email: app.emailOf('editor'), password: PASSWORD });
  const answer = await app.send(login(payload, { 'content-type': type }));
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type']);
});

test('JSON may name its character set', async () => {
  const app = await openMarket();
  const payload = JSON.stringify({ email: app.emailOf('editor'), password: PASSWORD });
  const answer = await app.send(login(payload, { 'content-type': 'application/json; charset=utf-8' }));
  expect(answer.statusCode).toBe(200);
});

test.each(['/api/admin/session', '/api/nothing', '/healthz', '/readyz', '/api/products/%'])(
  'the answer at %s forbids frames, sniffing and windows of other sites, and is not cached',
  async (url) => {
    const app = await openMarket({ PUBLIC_URL: 'https://pola.example' });
    const { headers } = await app.send({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(headers).not.toHaveProperty('x-powered-by');
  },
);

test('without TLS, the HSTS header is not sent', async () => {
  const app = await openMarket({ PUBLIC_URL: 'http://pola.example' });
  const { headers } = await app.send({ url: '/api/admin/session' });
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test('a file name that would split a header, or end its quotes, is not accepted', () => {
  for (const name of ['a\r\nSet-Cookie: x=1', 'a"', 'a;b', '../a', 'බෝංචි', ''])
    expect(() => new FileResponse('', { format: 'pdf', name })).toThrow('not a plain file name');
});

test('a broken invariant is a 500 without internal details', async () => {
  const app = await openMarket();
  const token = await app.tokenOf('editor');
  await sql`alter table sessions rename to lost_sessions`.execute(app.database.owner);
  const answer = await app.send({ url: '/api/admin/session', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(500);
  const sentence = 'Something went wrong. Try again.';
  expect(answer.json()).toEqual({ success: false, code: 'internal', message: sentence, error: sentence });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('a fault of the server is never reported as one of the client, not even invalid JSON of its own', async () => {
  const fastify = createFastify();
  fastify.setErrorHandler(answerError);
  fastify.get('/stored', () => JSON.parse('[stored list'));
  fastify.get('/refused', () => {
    throw new Refusal('too_many_tries', { retryAfterSeconds: 7 });
  });
  onTestFinished(() => fastify.close());
  const stored = await fastify.inject('/stored');
  expect([stored.statusCode, stored.json().code]).toEqual([500, 'internal']);
  const refused = await fastify.inject('/refused');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '7']);
});

test.each([
  ['si', /[\u0d80-\u0dff]/],
  ['ta-LK', /[\u0b80-\u0bff]/],
])('a reader of %s gets refusals and results in that language, with the same codes', async (language, script) => {
  const app = await openMarket();
  const headers = { ...JSON_TYPE, 'accept-language': language };
  const refused = await app.send(login({ email: 'nobody' }, headers));
  expect(refused.json()).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(script) });
  for (const { message } of refused.json().details) expect(message).toMatch(script);
  const done = await app.as('admin', { method: 'POST', url: '/api/gate/devices', headers, payload: {} });
  expect(done.json().message).toMatch(script);
});

type Market = Awaited<ReturnType<typeof openListeningMarket>>;

async function statusOf({ connect }: Market, target: string, host = 'market'): Promise<string> {
  const socket = await connect('127.0.0.2');
  socket.write(`${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1').split(' ')[1] ?? '';
}

const ODD = [
  'GET *',
  'GET *:99999',
  'GET *?x',
  'HEAD *',
  'POST *',
  'OPTIONS *',
  'GET //',
  'GET ///',
  'GET //evil.example/x',
  'GET //x:99999',
  'GET //[',
  'GET //@',
  'GET http://[::1',
  'GET http://[::1]:99999/',
  'GET http://market/api/products',
  'GET http://market:99999/x',
  'GET http://',
  'GET http://a:b:c/',
  'GET mailto:a@b',
  'GET data:,x',
  'GET a',
  'GET @',
  'GET :',
  'GET ?',
  'GET #',
  'GET /%',
  'GET /\u0000',
  'GET /\u00e9',
  'GET /images/%',
  'GET /product/%c0/chart',
  'CONNECT market:443',
  'CONNECT /',
  'GET /a b',
];

test('a target that does not begin with one slash is 400, whatever its form', async () => {
  const market = await openListeningMarket();
  const statuses: string[] = [];
  for (const target of ODD) statuses.push(`${target} ${await statusOf(market, target)}`);
  expect(statuses).toEqual(ODD.map((target) => `${target} 400`));
});

test('an odd path is unknown, a long one too long, and an odd name of the host changes nothing', async () => {
  const market = await openListeningMarket();
  for (const path of ['/*', '/;', '/\\', '/%00', '/..%2f..%2fetc', '/%2e%2e/', '/:80'])
    expect(await statusOf(market, `GET ${path}`), path).toBe('404');
  for (const path of [
    '/.git/HEAD',
    '/.git',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/assets',
    '/assets/',
    '/docs/',
  ])
    expect(await statusOf(market, `GET ${path}`), path).toBe('404');
  expect(await statusOf(market, `GET ${'/x'.repeat(1500)}`)).toBe('414');
  for (const method of ['TRACE', 'PURGE']) expect(await statusOf(market, `${method} /`), method).toBe('404');
  for (const host of ['a:99999', '[::1', '*', '@', 'x/../'])
    expect(await statusOf(market, 'GET /api/products', host), host).toBe('200');
});

/** @module-tag sqlite-only */

test('an error is logged with its kind, place and cause, and without the row that an engine attaches to it', () => {
  const row = { detail: 'Failing row contains (7, $argon2id$v=19$...).', where: 'SQL statement', parameters: ['hash'] };
  const refused = Object.assign(new TypeError('violates a check', { cause: new Error('why') }), {
    code: '23514',
    ...row,
  });
  expect(serializeError(refused)).toEqual({
    type: 'TypeError',
    message: 'violates a check',
    code: '23514',
    stack: expect.stringContaining('errors.test.ts'),
    cause: { type: 'Error', message: 'why', stack: expect.any(String) },
  });
  expect(serializeError('gone')).toEqual({ type: 'string', message: 'gone', stack: '' });
});
