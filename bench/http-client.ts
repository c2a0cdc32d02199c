import { Agent, request } from 'node:http';

const CONNECTIONS = 4;

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface WireRequest {
  method?: string;
  headers?: Record<string, string>;
  content?: string | Buffer;
  agent?: Agent;
  signal?: AbortSignal;
}

export async function askAll(
  addresses: readonly string[],
  headers: Record<string, string>,
  status = 200,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const work = async () => {
    for (let index = next++; index < addresses.length; index = next++) {
      const answer = await sendRequest(addresses[index] ?? '', { headers, agent });
      if (answer.status !== status) throw new Error(`${addresses[index]} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
}

/**
 * Sends a request. As in browsers, a GET is sent again if it was sent on an open connection at the moment at which the
 * server closed it.
 */
export function sendRequest(address: string, wanted: WireRequest = {}): Promise<WireAnswer> {
  const { content, headers, ...sent } = wanted;
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  return new Promise((resolve, reject) => {
    const sending = request(address, { headers: { ...headers, ...length }, ...sent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(parts),
        }),
      );
      response.on('error', reject);
    });
    sending.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = sending.reusedSocket && error.code === 'ECONNRESET' && sending.method === 'GET';
      if (isClosed) resolve(sendRequest(address, wanted));
      else reject(error);
    });
    sending.end(content);
  });
}
