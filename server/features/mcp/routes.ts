import type { FastifyRequest } from 'fastify';
import type { Instant } from '#billing/calendar.ts';
import { MCP_PATH } from '#contract/open-data.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../../db/connect.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { clientAddress, networkOf } from '../../http/core/client-address.ts';
import { limitWork } from '../../limit-work.ts';
import { loadOnce } from '../../load-part.ts';
import { nextTurn } from '../../turns.ts';

/** The maximum number of bytes in a request. The longest request contains 200 product codes. */
const MOST_BYTES = 64 * 1024;

/**
 * MCP requests are answered one at a time, because each takes about ten milliseconds of processor time. Other requests
 * are answered in between.
 */
const QUESTIONS = { running: 1, waiting: 64 };

type Answerer = (request: Request, body: unknown) => Promise<Response>;

/** Registers the MCP server. It speaks JSON-RPC, so the contract does not describe it. */
export function mcpRoutes(app: AppContext): void {
  const { fastify, database, clock, loadLimiter } = app;
  const inTurn = limitWork(QUESTIONS);
  // The SDK is loaded on first use, in two turns: half of it is the library that checks JSON schemas.
  const load = loadOnce('mcp', async (): Promise<Answerer> => {
    await nextTurn();
    await import('@modelcontextprotocol/server/validators/ajv');
    await nextTurn();
    const { rpcAnswerer } = await import('./answer-rpc.ts');
    await nextTurn();
    return rpcAnswerer(app);
  });

  fastify.route({
    method: 'POST',
    url: MCP_PATH,
    bodyLimit: MOST_BYTES,
    // The limits are checked before the body is read.
    onRequest: async (request) => {
      loadLimiter.admit('visitor');
      await limitQuestions(database, clientAddress(request), clock.now());
    },
    handler: async (request, reply) => {
      const ask = await load();
      const answer = await inTurn(async () => {
        await nextTurn();
        return ask(asWebRequest(request), request.body);
      });
      const type = answer.headers.get('content-type');
      reply.code(answer.status).header('cache-control', 'no-store');
      if (type !== null) reply.header('content-type', type);
      return reply.send((await answer.text()) || undefined);
    },
  });
  fastify.route({
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    exposeHeadRoute: false,
    handler: async (_, reply) => reply.code(405).headers({ allow: 'POST', 'cache-control': 'no-store' }).send(),
  });
}

/** The SDK refuses clients that do not accept event streams, although every answer is JSON. */
const ACCEPTED_BY_ALL = 'application/json, text/event-stream';

function asWebRequest({ headers }: FastifyRequest): Request {
  const used = Object.entries(headers).filter(([name]) => /^(content-type|mcp-.*)$/.test(name));
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: [...used.map(([name, value]): [string, string] => [name, String(value)]), ['accept', ACCEPTED_BY_ALL]],
  });
}

const MOST_A_MINUTE = 120;

async function limitQuestions(database: Database, address: string, now: Instant): Promise<void> {
  const subject = `mcp address ${networkOf(address)}`;
  const retryAfterSeconds = await countVisit(database, { subject, most: MOST_A_MINUTE, now });
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds });
}
