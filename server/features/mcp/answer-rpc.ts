import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { takeTurns } from '../../turns.ts';
import { addHistoryTools, addTools } from './add-tools.ts';
import { refuseParams } from './check-params.ts';
import { isGreeting, refuseVersion, withoutVersion } from './negotiate-version.ts';

export function rpcAnswerer(app: AppContext): (request: Request, body: unknown) => Promise<Response> {
  const current = createMcpHandler(() => makeServer(app), {
    legacy: 'reject',
    // The server sends no notifications, so it accepts no subscriptions.
    maxSubscriptions: 0,
  });
  return async (given, parsedBody) => {
    // Batches are refused, because a batch could contain a thousand requests.
    if (Array.isArray(parsedBody)) throw new Refusal('malformed_body');
    const refused = refuseParams(parsedBody) ?? refuseVersion(given, parsedBody);
    if (refused) return refused;
    const request = isGreeting(parsedBody) ? withoutVersion(given) : given;
    if (!(await isLegacyRequest(request, parsedBody))) return current.fetch(request, { parsedBody });
    await takeTurns();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = makeServer(app);
    await server.connect(transport);
    await takeTurns();
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
  addHistoryTools(server, app);
  return server;
}
