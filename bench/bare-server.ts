import { createServer } from 'node:http';

/**
 * The measure of all things here: a node:http server that sends given bytes and does nothing else. Its parent sends it
 * `{ headers, body }` before each measurement, the headers of the product's own answer with them.
 */
let headers: Record<string, string> = {};
let body = Buffer.alloc(0);
let status = 200;

process.on('message', (told: { status: number; headers: Record<string, string>; body: string }) => {
  ({ headers, status } = told);
  body = Buffer.from(told.body, 'base64');
  process.send?.('ready');
});

const server = createServer((_request, response) => {
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
