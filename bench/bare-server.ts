import { createServer } from 'node:http';

/**
 * The response to every request, as set by the parent process. The benchmarks divide the cost of other servers by the
 * cost of this minimal one.
 */
let answer = { status: 200, headers: {}, body: '' };
let body = Buffer.alloc(0);

process.on('message', (message: typeof answer) => {
  answer = message;
  body = Buffer.from(message.body, 'base64');
  process.send?.('ready');
});

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.status === 304 ? undefined : body);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
