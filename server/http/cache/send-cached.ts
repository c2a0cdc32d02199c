import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../core/app-context.ts';
import { canonicalAddress } from './canonical-address.ts';
import type { CacheableAnswer } from './response-cache.ts';

/** Longer than every address of the product with the longest search. */
const LONGEST_ADDRESS = 2048;

interface CachedExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The keys of the query string on which the answer depends. */
  queryKeys?: readonly string[];
}

/** Sends the cached answer of a public address, or what `compute` returns. */
export async function sendCached(
  { responseCache }: Pick<AppContext, 'responseCache'>,
  { request, reply, queryKeys = [] }: CachedExchange,
  compute: () => Promise<CacheableAnswer>,
): Promise<FastifyReply> {
  if (request.url.length > LONGEST_ADDRESS) throw new Refusal('address_too_long');
  const address = canonicalAddress(request.url, queryKeys);
  const chosen = await responseCache.getOrCompute(address, request.headers, compute);
  return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
}
