import type { FastifyReply, FastifyRequest } from 'fastify';
import { listCalls } from '#contract/every-call.ts';
import { MCP_PATH } from '#contract/open-data.ts';
import { ALLOWED_HEADERS, ALLOWED_METHODS, EXPOSED_HEADERS } from './headers.ts';

const publicReads = listCalls()
  .filter(({ entry }) => entry.method === 'GET' && entry.permission === 'public')
  .map(({ entry }) => new RegExp(`^${entry.path.replaceAll(/:\w+/g, '[^/]+')}/?$`));

export function registerCors(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { origin } = request.headers;
    if (origin === undefined) return undefined;
    const asksFirst = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    const method = asksFirst ? request.headers['access-control-request-method'] : request.method;
    const [path = ''] = request.url.split('?');
    const isPublicRead =
      path === MCP_PATH ? method === 'POST' : method === 'GET' && publicReads.some((pattern) => pattern.test(path));
    if (isPublicRead) reply.header('access-control-allow-origin', '*');
    else if (allowed.has(origin)) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    else return asksFirst ? reply.code(204).send() : undefined;
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    if (!asksFirst) return undefined;
    return reply
      .code(204)
      .header('access-control-allow-methods', ALLOWED_METHODS)
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', '600')
      .send();
  };
}
