/** @module-tag sqlite-only */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerError } from '../errors/answer-error.ts';
import { ResponseCache } from './response-cache.ts';
import { sendCached } from './send-cached.ts';

function openList() {
  const responseCache = new ResponseCache();
  const computed: string[] = [];
  const app = fastify();
  app.setErrorHandler(answerError);
  app.get('/list', (request, reply) =>
    sendCached({ responseCache }, { request, reply, queryKeys: ['date', 'page'] }, async () => {
      computed.push(request.url);
      return { content: 'list', headers: { 'content-type': 'text/plain' } };
    }),
  );
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url });
    return statusCode === 200 ? body : `${statusCode} ${JSON.parse(body).code}`;
  };
  return { ask, computed };
}

test('made-up keys of a query string are computed as one address', async () => {
  const { ask, computed } = openList();
  for (let at = 0; at < 50; at += 1) expect(await ask(`/list?made${at}=up&date=2026-11-20&x=${at}`)).toBe('list');
  expect(computed).toHaveLength(2);
});

test('keys on which an answer depends are computed for each value, in any order', async () => {
  const { ask, computed } = openList();
  for (const url of ['/list?page=1', '/list?page=2', '/list?page=2&date=2026-11-20', '/list?date=2026-11-20&page=2'])
    for (let time = 0; time < 3; time += 1) expect(await ask(url)).toBe('list');
  expect(computed).toHaveLength(6);
});
