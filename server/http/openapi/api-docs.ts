import { sendKept } from '../cache/send-cached.ts';
import type { Door } from '../core/app-context.ts';
import { publicReadHeaders } from '../core/headers.ts';
import { apiPage, apiPageStyleHash } from './api-page.ts';
import { openApiDocument } from './openapi.ts';

/** The API's own description: for programs as OpenAPI, for people as a page. Both are public and kept like any public read. */
export function apiDocsRoutes(door: Door): void {
  const { app, config } = door;
  const json = publicReadHeaders(config);
  const describe = () => openApiDocument(config.centre.name.en, config.publicUrl);
  const page = {
    ...json,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${apiPageStyleHash}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  };
  app.get('/api/openapi.json', (request, reply) =>
    sendKept(door, request, reply, async () => ({ content: JSON.stringify(describe()), headers: json })),
  );
  app.get('/api/docs', (request, reply) =>
    sendKept(door, request, reply, async () => ({ content: apiPage(describe()), headers: page })),
  );
}
