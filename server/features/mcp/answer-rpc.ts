import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { addTools } from './add-tools.ts';

/** Returns the function that answers a message of any version of the protocol, always as one JSON body. */
export function rpcAnswerer(app: AppContext): (request: Request, body: unknown) => Promise<Response> {
  const current = createMcpHandler(() => makeServer(app), {
    legacy: 'reject',
    // Each would hold a connection open, and nothing is ever announced.
    maxSubscriptions: 0,
  });
  return async (request, parsedBody) => {
    // The protocol had batches for three months; one could ask a thousand questions.
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
    {
      instructions:
        `Wholesale prices published by ${name.en}, in Sri Lankan rupees (LKR) per unit of the product. ` +
        'Give each figure with its date. Call "products" first: the other tools take product codes.',
    },
  );
  addTools(server, app);
  return server;
}
