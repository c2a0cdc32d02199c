import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Counted {
  requests: number;
  byStatus: Record<number, number>;
  faults: string[];
  slowestMs: number;
}

export interface CountingProxy {
  url: string;
  accepted(): number;
  take(): Counted;
  stop(): void;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let counted = nothing();
  const agent = new http.Agent({ keepAlive: true });
  const note = (status: number, began: number, { request, body }: { request: IncomingMessage; body: string }) => {
    counted.requests += 1;
    counted.byStatus[status] = (counted.byStatus[status] ?? 0) + 1;
    counted.slowestMs = Math.max(counted.slowestMs, Math.round(performance.now() - began));
    if (status === 0 || status >= 500)
      counted.faults.push(`${status} ${request.method} ${request.url} ${body.slice(0, 300)}`);
  };
  const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now();
    const parts: Buffer[] = [];
    const { method, url, headers } = request;
    const asked = http.request(target + url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
      answer.on('end', () => note(answer.statusCode ?? 0, began, { request, body: Buffer.concat(parts).toString() }));
    });
    asked.on('error', () => {
      note(0, began, { request, body: Buffer.concat(parts).toString() });
      response.destroy();
    });
    request.on('data', (part: Buffer) => parts.push(part));
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => (counted.byStatus[200] ?? 0) + (counted.byStatus[201] ?? 0),
    take() {
      const taken = counted;
      counted = nothing();
      return taken;
    },
    stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function nothing(): Counted {
  return { requests: 0, byStatus: {}, faults: [], slowestMs: 0 };
}
