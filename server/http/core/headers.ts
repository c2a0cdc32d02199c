import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { API_POLICY } from './content-policy.ts';

/** Pages have their own content policy. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': API_POLICY,
    ...(config.publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * Headers that have a meaning only for documents. A page loads a dozen scripts, and these headers would double the size
 * of some of them.
 */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-request-id',
];

/** Omits headers that have no effect on scripts, style sheets and fonts. */
export function omitDocumentHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
}

/**
 * Cache headers of public answers. A browser revalidates each time. A CDN may answer from its cache for 15 seconds. A
 * CDN that reads `cdn-cache-control` may for another minute send the old answer while it asks for the new one, and for a
 * day while the server is unreachable; `must-revalidate` in `cache-control` forbids this to all other caches (RFC 9111,
 * 4.2.4).
 */
export const PUBLIC_CACHE = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=15',
  'cdn-cache-control': 'max-age=15, stale-while-revalidate=60, stale-if-error=86400',
};

/** Returns the headers of an answer that every origin may read. */
export function publicReadHeaders(config: Config): OutgoingHttpHeaders {
  return {
    ...securityHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    ...PUBLIC_CACHE,
    vary: 'accept-encoding',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}

export const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Mcp-Protocol-Version, Mcp-Method, Mcp-Name';
export const EXPOSED_HEADERS = 'X-Total-Count, ETag, Retry-After, X-Data-Confirmed';
export const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
