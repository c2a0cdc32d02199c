import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithin, NoAnswerInTime } from './fetch-within.ts';

const LIMITS = { answerMs: 4000, silenceMs: 10_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function answerWith(answer: (signal: AbortSignal | null | undefined) => Promise<Response>) {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit = {}) => answer(signal));
}

/** A body to which the test adds bytes. */
function openBody() {
  let add = (_bytes: number) => {};
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      add = (bytes) => controller.enqueue(new Uint8Array(bytes).fill(65));
      end = () => controller.close();
    },
  });
  return { stream, add: (bytes: number) => add(bytes), end: () => end() };
}

async function settled<Result>(work: Promise<Result>): Promise<Result | string> {
  return work.catch((error: Error) => error.name);
}

test('a network that accepts the request and never answers is given up after the limit, and not before', async () => {
  let aborted: unknown;
  answerWith((signal) => {
    signal?.addEventListener('abort', () => {
      aborted = signal.reason;
    });
    return new Promise(() => {});
  });
  const outcome = settled(fetchWithin(LIMITS, '/api/products'));
  await vi.advanceTimersByTimeAsync(3999);
  expect(aborted).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe('NoAnswerInTime');
  expect(aborted).toBeInstanceOf(NoAnswerInTime);
});

test('an answer that stops in its body is given up, also when a byte a second arrives', async () => {
  for (const drip of [0, 1]) {
    const body = openBody();
    answerWith(async () => new Response(body.stream));
    const outcome = settled(fetchWithin(LIMITS, '/api/products').then((answer) => answer.text()));
    for (let second = 0; second < 10; second += 1) {
      if (drip > 0) body.add(drip);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(await outcome).toBe('NoAnswerInTime');
  }
});

test('a long answer on a slow network is read to its end', async () => {
  const body = openBody();
  answerWith(async () => new Response(body.stream, { status: 201, headers: { 'content-type': 'text/plain' } }));
  const outcome = fetchWithin(LIMITS, '/api/backup').then(async (answer) => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    length: (await answer.text()).length,
  }));
  for (let window = 0; window < 60; window += 1) {
    body.add(256);
    await vi.advanceTimersByTimeAsync(9000);
  }
  body.end();
  expect(await outcome).toEqual({ status: 201, type: 'text/plain', length: 60 * 256 });
  expect(vi.getTimerCount()).toBe(0);
});

test('the caller can end the request, which then fails with its own reason', async () => {
  const caller = new AbortController();
  answerWith(() => new Promise(() => {}));
  const outcome = settled(fetchWithin(LIMITS, '/api/products', { signal: caller.signal }));
  caller.abort(new TypeError('the reader left'));
  expect(await outcome).toBe('TypeError');
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer without a body is returned as it is', async () => {
  const nothing = new Response(null, { status: 204 });
  answerWith(async () => nothing);
  expect(await fetchWithin(LIMITS, '/api/products')).toBe(nothing);
});
