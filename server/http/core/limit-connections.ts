import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { refusalBody } from '#contract/refusals.ts';
import type { Config } from '../../config.ts';
import { refusalDelayMs, tooMuchWork } from '../../limit-work.ts';
import { networkOf } from './client-address.ts';

interface Connection {
  network: string;
  /** The response to the newest request, while it is unanswered. */
  response: ServerResponse | undefined;
}

/**
 * The open connections, the least recently used first. When the limit is reached, the network with the most connections
 * loses one: an idle one, otherwise one that waits for its client. A connection is never closed while the server works
 * on its request.
 */
class OpenConnections {
  readonly #most: number;
  readonly #all = new Map<Socket, Connection>();
  readonly #networks = new Map<string, Set<Socket>>();

  constructor(most: number) {
    this.#most = most;
  }

  countOf(network: string): number {
    return this.#networks.get(network)?.size ?? 0;
  }

  /** Returns false if the limit is reached and the server is working on a request of every connection. */
  admit(socket: Socket, network: string): boolean {
    if (this.#all.size >= this.#most) {
      const victim = this.#find(isIdle) ?? this.#find(waitsForClient);
      if (!victim) return false;
      this.#remove(victim);
      victim.destroy();
    }
    this.#all.set(socket, { network, response: undefined });
    this.#placeLast(socket, network);
    socket.on('close', () => this.#remove(socket));
    return true;
  }

  begin(socket: Socket, response: ServerResponse): void {
    const connection = this.#all.get(socket);
    if (!connection) return;
    connection.response = response;
    response.on('close', () => {
      if (connection.response !== response) return;
      connection.response = undefined;
      if (this.#all.has(socket)) this.#placeLast(socket, connection.network);
    });
  }

  isIdle(socket: Socket): boolean {
    return this.#all.get(socket)?.response === undefined;
  }

  #find(fits: (socket: Socket, connection: Connection) => boolean): Socket | undefined {
    let most = 0;
    let found: Socket | undefined;
    for (const sockets of this.#networks.values()) {
      if (sockets.size <= most) continue;
      const fitting = sockets.values().find((socket) => {
        const connection = this.#all.get(socket);
        return connection !== undefined && fits(socket, connection);
      });
      if (!fitting) continue;
      found = fitting;
      most = sockets.size;
    }
    return found;
  }

  #placeLast(socket: Socket, network: string): void {
    const sockets = this.#networks.get(network) ?? new Set<Socket>();
    sockets.delete(socket);
    sockets.add(socket);
    this.#networks.delete(network);
    this.#networks.set(network, sockets);
  }

  #remove(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (!connection) return;
    this.#all.delete(socket);
    const sockets = this.#networks.get(connection.network);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#networks.delete(connection.network);
  }
}

function isIdle(_: Socket, { response }: Connection): boolean {
  return response === undefined;
}

function waitsForClient(socket: Socket, { response }: Connection): boolean {
  return socket.writableLength > 0 || response?.req.complete === false;
}

const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
/**
 * The time for which an idle connection remains open. A client also has this time to read an answer that fits into the
 * kernel's buffers, because the server regards such an answer as sent.
 */
const KEEP_ALIVE_MS = 55_000;
/**
 * The keep-alive time of a proxy's connection. It is longer than that of proxies (nginx: 60 s), so that the proxy
 * closes the connection first and no request is lost.
 */
const PROXY_KEEP_ALIVE_MS = 72_000;
const CHECK_EVERY_MS = 5000;
/**
 * A client that neither reads nor sends anything for this long has left, unless the server is still working on its
 * request.
 */
const STALLED_MS = 58_000;
/** A connection above the limit gets a refusal if its request comes within this time; otherwise it is closed. */
const REFUSED_MS = 2000;
const MOST_REFUSED = 600;

export const SERVER_TIMEOUTS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
};

type Limits = Pick<Config, 'trustProxy' | 'maxConnections' | 'connectionsPerAddress'>;

/**
 * Limits the number of connections, and ends those whose client does not read its answer. Returns a function that
 * refuses a request on a connection above the limit. For other connections it returns false.
 */
export function limitConnections(
  server: Server,
  { trustProxy, maxConnections, connectionsPerAddress }: Limits,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const isProxy = proxyTest(trustProxy);
  const open = new OpenConnections(maxConnections);
  const refused = new Set<Socket>();
  let proxies = 0;
  server.timeout = STALLED_MS;
  // Because `timeout` has a listener, Node itself closes no connection, not even after the keep-alive time.
  server.on('timeout', (socket) => {
    // `timeout` is not emitted while a write makes progress. If bytes are still waiting to be sent, the client is not
    // reading them.
    if (open.isIdle(socket) || socket.writableLength > 0) socket.destroy();
  });
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    // The connections of a trusted proxy belong to different visitors.
    const isOfProxy = isProxy(address);
    if (isOfProxy) proxies += 1;
    const isTooMany = !isOfProxy && open.countOf(network) >= connectionsPerAddress;
    if (isTooMany && refused.size >= MOST_REFUSED) socket.destroy();
    else if (isTooMany) {
      refused.add(socket);
      const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
      socket.on('close', () => {
        clearTimeout(timer);
        refused.delete(socket);
      });
    } else if (!open.admit(socket, isOfProxy ? `proxy ${proxies}` : network)) socket.destroy();
  });
  return (request, response) => {
    const { socket } = request;
    open.begin(socket, response);
    if (isProxy(socket.remoteAddress ?? '')) {
      response.on('close', () => socket.setTimeout(PROXY_KEEP_ALIVE_MS));
    }
    if (!refused.has(socket)) return false;
    const { status, headers, body } = describeRefusal();
    setTimeout(() => response.writeHead(status, headers).end(body), refusalDelayMs());
    return true;
  };
}

function describeRefusal() {
  const refusal = tooMuchWork();
  const body = JSON.stringify(refusalBody(refusal));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': String(refusal.retryAfterSeconds),
    connection: 'close',
  };
  return { status: refusal.status, headers, body };
}

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that tests whether an address is that of a trusted proxy. With `true` every address may be a
 * proxy, so no client is limited.
 */
function proxyTest(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const proxies = new BlockList();
  for (const range of trustProxy.flatMap((named) => NAMED_RANGES[named] ?? [named])) {
    const [address = '', bits = isIPv6(address) ? '128' : '32'] = range.split('/');
    proxies.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
