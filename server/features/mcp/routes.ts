import type { FastifyRequest } from 'fastify';
import { MCP_PATH } from '#contract/open-data.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { limitQuestions } from './limit-questions.ts';

type Answerer = (request: Request, body: unknown) => Promise<Response>;

/** JSON-RPC, so no entry of the contract describes it. */
export function mcpRoutes(app: AppContext): void {
  const { fastify, database, clock, gate } = app;
  let answerer: Promise<Answerer> | undefined;
  // The SDK takes 200 ms to load.
  const load = () => import('./answer-rpc.ts').then(({ rpcAnswerer }) => rpcAnswerer(app));

  fastify.route({
    method: 'POST',
    url: MCP_PATH,
    onRequest: async () => gate.admit('visitor'),
    handler: async (request, reply) => {
      await limitQuestions(database, request.ip, clock.now());
      answerer ??= load();
      const answer = await (await answerer)(asWebRequest(request), request.body);
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

function asWebRequest({ headers }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return new Request(`http://localhost${MCP_PATH}`, {
    method: 'POST',
    headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
  });
}
