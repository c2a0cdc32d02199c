import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

/**
 * Returns the client's address without the port that a proxy may add. If a proxy sends no valid address, such as
 * "unknown", returns the address of the connection.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const [, six, four] = WITH_PORT.exec(ip) ?? [];
  const address = six ?? four ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

const IPV4_IN_IPV6 = /^::ffff:(?=[\d.]+$)/i;

/**
 * Returns the network by which a client is counted. For an IPv6 address this is its /64, because one client can use
 * every address in it. Spellings of the same address have the same result.
 */
export function networkOf(address: string): string {
  const plain = address.replace(IPV4_IN_IPV6, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = plain.includes('::') ? 8 - groups.length - after.length : 0;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4);
  return all.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
