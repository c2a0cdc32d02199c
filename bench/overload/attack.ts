import { Agent, get } from 'node:http';
import net from 'node:net';

/**
 * The arguments of this program, which runs as a separate process and attacks the server. It requests a different URL
 * each time, and also opens connections that it never reads from.
 */
const [url = '', connections = '0', silent = '0', from = '127.0.0.9'] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const year = new Date().getUTCFullYear() - 1;
const tally: Record<string, number> = {};
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
let asked = 0;

function count(what: string): void {
  tally[what] = (tally[what] ?? 0) + 1;
}

function nextAddress(): string {
  asked += 1;
  const addresses = [
    `/api/v1/years/${year}/prices.json?x=${asked}`,
    `/home-dailyprice?q=made%20up%20${asked}`,
    `/api/v1/prices?date=${year}-0${1 + (asked % 9)}-1${asked % 10}&made=${asked}`,
  ];
  return addresses[asked % addresses.length] ?? '';
}

function ask(): void {
  get({ agent, host, port, localAddress: from, path: nextAddress() }, (response) => {
    const { statusCode, headers } = response;
    count(statusCode === 503 && headers['retry-after'] === undefined ? '503 without Retry-After' : String(statusCode));
    response.on('error', () => undefined).on('close', ask);
    response.resume();
  }).on('error', () => {
    count('closed');
    setTimeout(ask, 10);
  });
}

function stayMute(): void {
  const socket = net.connect({ host, port: Number(port), localAddress: from });
  socket.pause();
  socket.on('error', () => undefined).on('close', () => setTimeout(stayMute, 100));
  socket.write('GET /home-dailyprice HTTP/1.1\r\nHost: market\r\n\r\n'.repeat(100));
}

for (let at = 0; at < Number(connections); at += 1) ask();
for (let at = 0; at < Number(silent); at += 1) stayMute();
process.on('message', () => process.send?.(tally, () => process.exit()));
