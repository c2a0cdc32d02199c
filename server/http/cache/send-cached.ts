import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/app-context.ts';
import type { CacheableAnswer } from './response-cache.ts';

/** Sends the cached answer of a public address, or what `compute` returns. */
export async function sendCached(
  { responseCache }: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  compute: () => Promise<CacheableAnswer>,
): Promise<FastifyReply> {
  const chosen = await responseCache.getOrCompute(request.url, request.headers, compute);
  return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
}
