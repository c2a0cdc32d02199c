import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { payments } from '#contract/payments.ts';
import { products } from '#contract/products.ts';
import type { session } from '#contract/session.ts';
import { type Address, CallError, isAnswerLost, makeCall, makeCallAt, makeFileCall, sentenceOf } from './client.ts';
import { setCurrentLanguage } from './i18n/t.ts';
import { isWaiting } from './waiting-calls.ts';

function answerWith(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => answer());
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error('the call did not fail');
  return error;
}

test('a call fills in its address and sends the token', async () => {
  const fetched = answerWith(() => Response.json({ id: 7 }));
  await makeCall(products.get, { params: { id: '7' } }, { token: 'abc' });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe('/api/products/7');
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer abc');
});

test('a call names the language of the screen', async () => {
  const fetched = answerWith(() => Response.json({ id: 7 }));
  setCurrentLanguage('ta');
  await makeCall(products.get, { params: { id: '7' } }).finally(() => setCurrentLanguage('en'));
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get('accept-language')).toBe('ta');
});

test('an upload is sent as a form: lists line by line, without undefined values', async () => {
  const fetched = answerWith(() => Response.json({}, { status: 201 }));
  const file = new File(['x'], 'beans.png', { type: 'image/png' });
  const body = { name: 'Beans', type: 'vegetable', aliases: ['bonchi', 'beans'], code: undefined } as const;
  await makeCall(products.add, { body: { ...body, aliases: [...body.aliases] } }, { file });
  const form = fetched.mock.calls[0]?.[1].body as FormData;
  expect([...form.keys()]).toEqual(['name', 'type', 'aliases', 'image']);
  expect(form.get('aliases')).toBe('bonchi\nbeans');
});

test("a refusal carries the server's sentence and its details", async () => {
  const details = [{ field: 'name', message: 'Fill in this field.' }];
  const body = { success: false, code: 'invalid_input', message: 'Please check them.', error: '', details };
  answerWith(() => Response.json(body, { status: 400 }));
  const error = await failureOf(makeCall(products.list, {}));
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: 'Please check them.', details });
  expect(sentenceOf(error, 'Failed to fetch products.')).toBe('Please check them.');
});

test('a refusal for too many tries says how long to wait', async () => {
  const body = { success: false, code: 'too_many_tries', message: 'Please wait.', error: '' };
  answerWith(() => Response.json(body, { status: 429, headers: { 'retry-after': '42' } }));
  expect(await failureOf(makeCall(products.list, {}))).toMatchObject({ status: 429, retryAfterSeconds: 42 });
  answerWith(() => Response.json(body, { status: 429 }));
  expect(await failureOf(makeCall(products.list, {}))).toMatchObject({ retryAfterSeconds: undefined });
});

test('the page of a proxy is not a message of the server: the screen shows its own message', async () => {
  answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }));
  const error = await failureOf(makeCall(products.list, {}));
  expect(sentenceOf(error, 'Failed to fetch products.')).toBe('Failed to fetch products.');
});

test('an answer that is cut off is a lost connection', async () => {
  answerWith(() => new Response('[{"id":', { headers: { 'content-type': 'application/json' } }));
  expect(await failureOf(makeCall(products.list, {}))).toMatchObject({ status: 0, code: 'no_answer' });
});

test('without a connection the message says what failed, and why', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  const error = await failureOf(makeCall(products.list, {}));
  const why = 'Could not reach the server. Check your connection and try again.';
  expect(sentenceOf(error, 'Failed to fetch products.')).toBe(`Failed to fetch products. ${why}`);
  expect(sentenceOf(error, 'Login failed')).toBe(`Login failed. ${why}`);
});

const PORTAL = () => new Response('<h1>Sign in to this network</h1>', { headers: { 'content-type': 'text/html' } });
const PAY = { params: { shopId: 'A12' }, body: { amountPaid: 100, paymentDate: '2026-11-18' } };

test.each([
  ['is a page of a captive portal', PORTAL],
  ['is empty', () => new Response(null, { status: 204 })],
  ['is JSON of another kind', () => Response.json([])],
  ['is JSON without a value', () => Response.json(null)],
])('a payment whose answer %s is not successful', async (_, answer) => {
  answerWith(answer);
  const error = await failureOf(makeCall(payments.byShop, PAY));
  expect(error).toMatchObject({ status: 0, code: 'no_answer' });
  expect(sentenceOf(error, 'Payment failed.')).toBe(
    "Payment failed. Could not read the server's response. Check whether your changes were saved before you try again.",
  );
});

test('a list that is not an array is rejected', async () => {
  answerWith(() => Response.json({ rows: [] }));
  expect((await failureOf(makeCall(products.list, {}))).message).toBe(
    "Could not read the server's response. Check your connection and try again.",
  );
});

test('a call by its address only is answered with JSON too', async () => {
  const logout: Address<typeof session.logout> = { method: 'POST', path: '/api/admin/logout' };
  answerWith(PORTAL);
  expect(await failureOf(makeCallAt(logout, {}))).toMatchObject({ status: 0, code: 'no_answer' });
  answerWith(() => Response.json([{ id: 7 }]));
  expect(await makeCallAt(logout, {})).toEqual([{ id: 7 }]);
});

test('a file is of a format that the contract names', async () => {
  const asked = { params: { id: '31' } };
  answerWith(PORTAL);
  expect(await failureOf(makeFileCall(payments.receiptPdf, asked))).toMatchObject({ status: 0 });
  answerWith(() => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }));
  expect((await makeFileCall(payments.receiptPdf, asked)).size).toBe(4);
});

describe('on a network that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a call, its upload and its file end with a sentence, after a time that fits the work', async () => {
    answerWith(() => new Promise<Response>(() => {}));
    const file = new File([new Uint8Array(400_000)], 'carrot.png');
    const body = { name: 'Carrot', type: 'vegetable' } as const;
    for (const [make, ms] of [
      [() => makeCall(products.list, {}), 30_000],
      [() => makeCall(products.add, { body }, { file }), 130_000],
      [() => makeCall(products.list, {}, { limits: { answerMs: 500, silenceMs: 500 } }), 500],
    ] as const) {
      const outcome = make().then(
        () => 'answered',
        (error: unknown) => error,
      );
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(await outcome).toMatchObject({
        status: 0,
        message: 'The network did not answer. Check your connection and try again.',
      });
      expect(isAnswerLost(await outcome)).toBe(true);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the people at the screen are informed after three seconds', async () => {
    answerWith(() => new Promise<Response>(() => {}));
    const outcome = makeCall(products.list, {}).catch(() => 'lost');
    await vi.advanceTimersByTimeAsync(3000);
    expect(isWaiting()).toBe(true);
    await vi.advanceTimersByTimeAsync(27_000);
    expect(await outcome).toBe('lost');
    expect(isWaiting()).toBe(false);
  });
});
