import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShakyLine {
  url: string;
  isCut: boolean;
  workerSuffix: string;
  stop(): Promise<void>;
}

export async function openShakyLine(market: { url: string }): Promise<ShakyLine> {
  const server = createServer((asked, answer) => {
    if (line.isCut) asked.socket.destroy();
    else pass(market.url, line, asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: ShakyLine = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut: false,
    workerSuffix: '',
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}

function pass(origin: string, line: ShakyLine, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, host: new URL(origin).host };
  const passed = request(`${origin}${asked.url}`, { method: asked.method, headers }, (got) => {
    const isWorker = asked.url === '/sw.js';
    const { 'content-length': length, ...rest } = got.headers;
    answer.writeHead(got.statusCode ?? 502, isWorker || length === undefined ? rest : got.headers);
    got.pipe(answer, { end: !isWorker });
    if (isWorker) got.on('end', () => answer.end(line.workerSuffix));
  });
  passed.on('error', () => asked.socket.destroy());
  asked.pipe(passed);
}
