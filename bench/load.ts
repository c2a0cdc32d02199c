import { Agent, request } from 'node:http';

const CONNECTIONS = 10;

/** An answer as it came over the wire, still compressed. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Asks every address once, ten at a time over kept connections; gives the last answer. Throws when one is not as expected. */
export async function askAll(
  addresses: string[],
  headers: Record<string, string>,
  expectedStatus = 200,
): Promise<WireAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  let last: WireAnswer | undefined;
  const worker = async () => {
    for (let index = next++; index < addresses.length; index = next++) {
      last = await ask(addresses[index] ?? '', headers, agent);
      if (last.status !== expectedStatus) throw new Error(`${addresses[index]} answered ${last.status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  if (!last) throw new Error('nothing was asked');
  return last;
}

/** What is sent beside the headers, when it is more than a question. */
export interface Sent {
  method?: string;
  content?: string | Buffer;
  /** Gives up on the answer. */
  signal?: AbortSignal;
}

/** One answer of an address. */
export function ask(
  address: string,
  headers: Record<string, string>,
  agent?: Agent,
  { content, ...sent }: Sent = {},
): Promise<WireAnswer> {
  // Said for every method: Node leaves it out where a body is unusual, such as DELETE.
  const length = content === undefined ? {} : { 'content-length': String(Buffer.byteLength(content)) };
  return new Promise((resolve, reject) => {
    request(address, { headers: { ...headers, ...length }, ...(agent && { agent }), ...sent }, (response) => {
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
    })
      .on('error', reject)
      .end(content);
  });
}
