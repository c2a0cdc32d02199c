import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { addTools } from './add-tools.ts';

export function rpcAnswerer(app: AppContext): (request: Request, body: unknown) => Promise<Response> {
  const current = createMcpHandler(() => makeServer(app), {
    legacy: 'reject',
    // Nothing is ever announced.
    maxSubscriptions: 0,
  });
  return async (request, parsedBody) => {
    // A batch could ask a thousand questions.
    if (Array.isArray(parsedBody)) throw new Refusal('malformed_body');
    if (!(await isLegacyRequest(request, parsedBody))) return current.fetch(request, { parsedBody });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = makeServer(app);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  };
}

function makeServer(app: AppContext): McpServer {
  const { name } = app.centre.facts;
  const server = new McpServer(
    { name: 'market-prices', title: name.en, version: '1.0.0' },
    { instructions: message('open-data.question.hint', { centre: name.en }) },
  );
  addTools(server, app);
  return server;
}
