import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  network: string;
  /** The answer to the newest request that is not answered yet. */
  response: ServerResponse | undefined;
}

/**
 * Connections by network, the longest unused first. When they run out, the network with the most loses one: an idle
 * one, else one that waits for its client, never one in work.
 */
export class OpenConnections {
  readonly #most: number;
  readonly #all = new Map<Socket, Connection>();
  readonly #networks = new Map<string, Set<Socket>>();

  constructor(most: number) {
    this.#most = most;
  }

  countOf(network: string): number {
    return this.#networks.get(network)?.size ?? 0;
  }

  /** Returns false if every place is taken by work. */
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
