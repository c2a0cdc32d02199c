import { z } from 'zod';

const INVALID_PARAMS = -32_602;
const named = z.looseObject({ name: z.string(), version: z.string() });

/** What the SDK reports as an internal fault of the server, or ignores, although the request is wrong. */
const PARAMS: Record<string, z.ZodType> = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: named,
  }),
  'tools/call': z.looseObject({ name: z.string(), arguments: z.looseObject({}).optional() }),
  'tools/list': z
    .looseObject({ cursor: z.undefined('all tools are on one page, so no cursor is valid here').optional() })
    .optional(),
};

const rpcRequest = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.looseObject({}).optional(),
});

/** Returns the answer to a request whose parameters are wrong, otherwise undefined. */
export function refuseParams(body: unknown): Response | undefined {
  const request = rpcRequest.safeParse(body).data;
  const schema = PARAMS[request?.method ?? ''];
  const issue = schema?.safeParse(request?.params).error?.issues[0];
  if (!request || !issue) return undefined;
  const message = `Invalid params: ${[issue.path.join('.'), issue.message].filter(Boolean).join(': ')}`;
  return Response.json({ jsonrpc: '2.0', id: request.id, error: { code: INVALID_PARAMS, message } });
}
