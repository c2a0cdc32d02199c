import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from '../core/app-context.ts';
import type { PublicAnswer } from './response-cache.ts';

/** Sends the kept bytes of a public address, or what `compute` makes of it. */
export async function sendKept(
  { publicBytes }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<PublicAnswer>,
): Promise<FastifyReply> {
  const chosen = await publicBytes.give(request.url, request.headers, compute);
  return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
}
