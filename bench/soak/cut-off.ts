import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Asked, Visitor } from './visitor.ts';

/** Sends a request and is gone so many milliseconds after it, or with `atBytes` in the middle of sending it. */
export async function cutOff(
  { url, tally }: Visitor,
  address: string,
  { method = 'GET', token, headers, body, afterMs = 0, atBytes }: Asked & { afterMs?: number; atBytes?: number },
): Promise<void> {
  const { host, hostname, port } = new URL(url);
  const content = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${address} HTTP/1.1`,
    `host: ${host}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(content === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ];
  const socket = connect(Number(port), hostname);
  // What comes is read and thrown away: the server must write until the cut.
  socket.on('error', () => {}).resume();
  socket.write(`${lines.join('\r\n')}\r\n\r\n${content}`.slice(0, atBytes));
  await wait(afterMs);
  socket.destroy();
  tally.dropped += 1;
}
