/** @module-tag sqlite-only */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerInTurn } from './answer-in-turn.ts';

async function openServer() {
  const begun = new Map<string, ServerResponse[]>();
  const server = createServer(
    answerInTurn(({ headers: { host = '' } }, response) => {
      begun.set(host, [...(begun.get(host) ?? []), response]);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    begunBy: (client: string) => begun.get(client) ?? [],
    async send(client: string, requests: number): Promise<{ socket: Socket; received: () => string }> {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      let received = '';
      socket.setEncoding('latin1').on('data', (piece: string) => {
        received += piece;
      });
      await once(socket, 'connect');
      socket.write(`GET / HTTP/1.1\r\nHost: ${client}\r\n\r\n`.repeat(requests));
      return { socket, received: () => received };
    },
  };
}

test('of the requests of one connection eight are worked on at once and the others in turn; other connections do not wait', async () => {
  const { send, begunBy } = await openServer();
  const { received } = await send('greedy', 20);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const modest = await send('modest', 1);
  await expect.poll(() => begunBy('modest').length).toBe(1);
  begunBy('modest')[0]?.end('modest');
  await expect.poll(modest.received).toContain('modest');
  for (let ended = 0; ended < 20; ended += 1) {
    expect(begunBy('greedy')).toHaveLength(Math.min(20, 8 + ended));
    begunBy('greedy')[ended]?.end(`answer ${ended}.`);
    await expect.poll(() => begunBy('greedy').length).toBe(Math.min(20, 9 + ended));
  }
  await expect
    .poll(() => received().match(/answer \d+\./g))
    .toEqual(Array.from({ length: 20 }, (_, at) => `answer ${at}.`));
});

test('of 208 requests of one connection none is lost, and with one more it is closed', async () => {
  const { send, begunBy } = await openServer();
  const { socket } = await send('greedy', 208);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const most = await send('modest', 1);
  await expect.poll(() => begunBy('modest').length).toBe(1);
  expect([socket.destroyed, most.socket.destroyed]).toEqual([false, false]);
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: greedy\r\n\r\n');
  await closed;
  expect(begunBy('greedy')).toHaveLength(8);
});

test('requests of a connection that was closed never begin', async () => {
  const { send, begunBy } = await openServer();
  const { socket } = await send('greedy', 20);
  await expect.poll(() => begunBy('greedy').length).toBe(8);
  const ends = begunBy('greedy').map((response) => once(response, 'close'));
  socket.destroy();
  await Promise.all(ends);
  expect(begunBy('greedy')).toHaveLength(8);
});
