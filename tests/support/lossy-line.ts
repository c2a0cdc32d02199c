import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyLine {
  url: string;
  loses: (place: number) => boolean;
  tickets: string[];
  lost: number;
  isRenewed: boolean;
  stop(): Promise<void>;
}

export async function openLossyLine(marketUrl: string): Promise<LossyLine> {
  const server = http.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let writes = 0;
  const line: LossyLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loses: () => false,
    tickets: [],
    lost: 0,
    isRenewed: false,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isTicket = request.method === 'POST' && /^\/api\/(sanitation|vehicle-tickets)$/.test(request.url ?? '');
    if (isTicket) {
      line.tickets.push(JSON.parse(body.toString()).device_number);
      writes += 1;
    }
    const forwarded = http.request(
      marketUrl + request.url,
      { method: request.method ?? 'GET', headers: request.headers },
      (answer) => {
        if (isTicket && line.loses(writes)) {
          line.lost += 1;
          answer.resume();
          response.destroy();
          return;
        }
        if (line.isRenewed && request.url === '/gate/worker.js') return void sendRenewed(answer, response);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  });
  return line;
}

async function sendRenewed(answer: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const { 'content-length': _, ...headers } = answer.headers;
  response.writeHead(200, headers);
  response.end(
    Buffer.concat(chunks)
      .toString()
      .replace(/"version":"\w+"/, '"version":"renewed"'),
  );
}
