import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiPage, apiPageStyleHash } from './api-page.ts';
import type { Door } from './door.ts';
import { publicReadHeaders } from './headers.ts';
import { openApiDocument } from './openapi.ts';

/** The API's own description: for programs as OpenAPI, for people as a page. Both are public and kept like any public read. */
export function apiDocsRoutes(door: Door): void {
  const { app, config, publicBytes } = door;
  const describe = () => openApiDocument(config.centre.name.en, config.publicUrl);
  const json = publicReadHeaders(config);
  const page = {
    ...json,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${apiPageStyleHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, write: () => string, headers: typeof json) => {
    const chosen =
      publicBytes.find(request.url, request.headers) ??
      (await publicBytes.keep(request.url, publicBytes.edition, write(), headers, request.headers));
    return reply.code(chosen.status).headers(chosen.headers).send(chosen.body);
  };
  app.get('/api/openapi.json', (request, reply) => send(request, reply, () => JSON.stringify(describe()), json));
  app.get('/api/docs', (request, reply) => send(request, reply, () => apiPage(describe()), page));
}
