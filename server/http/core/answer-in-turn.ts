import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MOST_AT_ONCE = 8;
const MOST_WAITING = 200;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Line {
  open: number;
  waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Handles a few requests of a connection at a time, because a client may send hundreds in one packet, which would delay
 * everybody else.
 */
export function answerInTurn(handle: Handler): Handler {
  const lines = new WeakMap<Socket, Line>();
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    line.open += 1;
    // `on` is used although the event occurs only once, because `once` would wrap the listener, at a cost for each
    // cached answer.
    response.on('close', () => {
      line.open -= 1;
      const next = line.waiting.shift();
      if (next && !request.socket.destroyed) begin(line, ...next);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    let line = lines.get(socket);
    if (!line) {
      line = { open: 0, waiting: [] };
      lines.set(socket, line);
    }
    if (line.open < MOST_AT_ONCE) begin(line, request, response);
    else if (line.waiting.length < MOST_WAITING) line.waiting.push([request, response]);
    else socket.destroy();
  };
}
