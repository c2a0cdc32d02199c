import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheableAnswer } from './cached-answer.ts';
import { canonicalAddress } from './canonical-address.ts';
import type { ResponseCache } from './response-cache.ts';

interface CachedExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  queryKeys?: readonly string[];
}

export async function sendCached(
  { responseCache }: { responseCache: ResponseCache },
  { request, reply, queryKeys = [] }: CachedExchange,
  compute: () => Promise<CacheableAnswer>,
): Promise<FastifyReply> {
  const address = canonicalAddress(request.url, queryKeys);
  const chosen = await responseCache.getOrCompute(address, request.headers, compute);
  const body = responseCache.bodyFor(chosen, request);
  return reply.code(chosen.status).headers(chosen.headers).send(body);
}
