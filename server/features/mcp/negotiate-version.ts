import {
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const VERSION_HEADER = 'mcp-protocol-version';
/** The newest version, whose requests name it in their body. The SDK does not export it. */
const NEWEST = '2026-07-28';
const KNOWN = [NEWEST, ...SUPPORTED_PROTOCOL_VERSIONS];

const rpcMessage = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});

function hasEnvelope(body: unknown): boolean {
  return PROTOCOL_VERSION_META_KEY in (rpcMessage.safeParse(body).data?.params?._meta ?? {});
}

/** A client that greets says in the body which version it wants, and is answered with the one to use. */
export function isGreeting(body: unknown): boolean {
  return rpcMessage.safeParse(body).data?.method === 'initialize' && !hasEnvelope(body);
}

export function withoutVersion(request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of [VERSION_HEADER, 'mcp-method']) headers.delete(name);
  return new Request(request, { headers });
}

/** Returns the list of known versions to a client that speaks another one, otherwise undefined. */
export function refuseVersion({ headers }: Request, body: unknown): Response | undefined {
  const requested = headers.get(VERSION_HEADER);
  if (requested === null || KNOWN.includes(requested) || isGreeting(body) || hasEnvelope(body)) return undefined;
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: KNOWN, requested });
  const id = rpcMessage.safeParse(body).data?.id ?? null;
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status: 400 });
}
