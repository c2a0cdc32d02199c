/** @module-tag sqlite-only */
import createFastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { answerError } from '../errors/answer-error.ts';
import { LoadGate } from './load-gate.ts';

const ADDRESS = '203.0.113.7';

function openGate() {
  const gate = new LoadGate();
  const fastify = createFastify();
  onTestFinished(() => fastify.close());
  fastify.setErrorHandler(answerError);
  gate.watch(fastify);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = async () => {
    await released;
    return {};
  };
  fastify.get('/wait', answer);
  fastify.get('/staff', { onRequest: async (request) => gate.passStaff(request) }, answer);
  const ask = async (url: string, remoteAddress = ADDRESS) => {
    const headers = { authorization: 'Bearer made.up.token' };
    return (await fastify.inject({ url, remoteAddress, headers })).statusCode;
  };
  return { ask, release };
}

test('one address has 32 requests without a session in work, whatever token it sends; others and staff go on', async () => {
  const { ask, release } = openGate();
  const held = Array.from({ length: 32 }, () => ask('/wait'));
  expect(await ask('/wait')).toBe(503);
  const passing = [ask('/wait', '203.0.113.8'), ask('/staff')];
  release();
  expect(new Set(await Promise.all([...held, ...passing]))).toEqual(new Set([200]));
  expect(await ask('/wait')).toBe(200);
});

test.each([300, 700])(
  'a loop that turns only every %s ms is late at every moment',
  { tags: ['slow'] },
  async (turnMs) => {
    const gate = new LoadGate();
    const fastify = createFastify();
    gate.watch(fastify);
    let isOpen = true;
    onTestFinished(async () => {
      isOpen = false;
      await fastify.close();
    });
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    const turns: boolean[] = [];
    const work = () => {
      const until = performance.now() + turnMs;
      while (performance.now() < until);
      turns.push(isRefused());
      if (isOpen) setImmediate(work);
    };
    const isRefused = () => {
      try {
        gate.admit('visitor');
        return false;
      } catch {
        return true;
      }
    };
    work();
    await expect.poll(() => turns.length, { timeout: 60_000, interval: 500 }).toBeGreaterThan(7);
    const first = turns.indexOf(true);
    expect(first).toBeGreaterThan(0);
    expect(turns.slice(first)).not.toContain(false);
  },
);
