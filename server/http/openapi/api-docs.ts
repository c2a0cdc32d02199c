import { sendCached } from '../cache/send-cached.ts';
import type { AppContext } from '../core/app-context.ts';
import { apiPagePolicy } from '../core/content-policy.ts';
import { publicReadHeaders } from '../core/headers.ts';
import { apiPageStyleHash, renderApiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';

export function apiDocsRoutes(app: AppContext): void {
  const { fastify, config } = app;
  const json = publicReadHeaders(config);
  const describe = () => openApiDocument(app.centre.facts.name.en, config.publicUrl);
  const page = {
    ...json,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': apiPagePolicy(apiPageStyleHash),
  };
  fastify.get('/api/openapi.json', (request, reply) =>
    sendCached(app, { request, reply }, async () => ({ content: JSON.stringify(describe()), headers: json })),
  );
  fastify.get('/api/docs', (request, reply) =>
    sendCached(app, { request, reply }, async () => ({ content: renderApiPage(describe()), headers: page })),
  );
}
