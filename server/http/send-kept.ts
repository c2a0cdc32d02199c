import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from './door.ts';
import { publicReadHeaders } from './headers.ts';

/** What is kept of a public answer: its bytes, and the headers it has beyond those of every public answer. */
export interface PublicAnswer {
  content: string | Buffer;
  headers?: Record<string, string>;
}

/** Sends the kept bytes of a public address, or computes, keeps and sends them. */
export async function sendKept(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  compute: () => Promise<PublicAnswer>,
): Promise<FastifyReply> {
  const { edition } = door.publicBytes;
  const kept = door.publicBytes.find(request.url, request.headers);
  if (kept) return reply.code(kept.status).headers(kept.headers).send(kept.body);
  const { content, headers } = await compute();
  const all = { ...publicReadHeaders(door.config), ...headers };
  const chosen = await door.publicBytes.keep(request.url, edition, content, all, request.headers);
  return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
}
