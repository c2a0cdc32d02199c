import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitWork } from '../../limit-work.ts';
import { acceptsEncoding } from '../cache/accepts-encoding.ts';
import { StreamPlaces } from './stream-places.ts';

const compress = promisify(gzip);
/** The fastest compression level. It still makes JSON ten times smaller. */
const LEVEL = { level: 1 };
/** An answer below this size is not compressed, because a network sends it in one packet either way. */
const SMALL_BYTES = 1400;

const compressing = limitWork({ running: 2, waiting: 32 });
const streams = new StreamPlaces();

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers with JSON. A large one is compressed off the main thread. */
export async function answerJson({ request, reply }: Exchange, json: string): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8');
  if (json.length < SMALL_BYTES) return reply.send(json);
  appendVary(reply);
  if (!acceptsEncoding(request.headers, 'gzip')) return reply.send(json);
  const body = await compressing(() => compress(json, LEVEL));
  return reply.header('content-encoding', 'gzip').send(body);
}

/** Sends a stream to an account while it is still being written. */
export async function answerStream(
  { request, reply, account }: Exchange & { account: number },
  { content, headers }: { content: Readable; headers: OutgoingHttpHeaders },
): Promise<FastifyReply> {
  try {
    await streams.take(reply.raw, account);
  } catch (error) {
    content.destroy();
    throw error;
  }
  reply.headers(headers);
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (isJson) appendVary(reply);
  if (!isJson || !acceptsEncoding(request.headers, 'gzip')) return reply.send(content);
  // If the source or the compression fails, both streams are destroyed, so that no client takes a part for the whole.
  const zipped = pipeline(content, createGzip(LEVEL), () => undefined);
  return reply.header('content-encoding', 'gzip').send(zipped);
}

function appendVary(reply: FastifyReply): void {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? 'accept-encoding' : `${String(present)}, accept-encoding`);
}
