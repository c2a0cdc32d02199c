import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SmsTestGateway {
  address: string;
  /** The messages that it received, and the numbers for which it said so. */
  taken: { to: string; message: string }[];
  confirmed: string[];
  /** `taken` is what its answer says; a gateway that is `silent` takes the message and never answers. */
  mood: 'taken' | 'refuses' | 'silent';
  /** Is called between receiving a message and the answer. */
  onTaken(): void;
  hangUp(): void;
  close(): void;
}

/** What the settings of price alerts have for this gateway. */
export const GATEWAY_TERMS = { sms_body: '{"to":"{to}","message":"{text}"}', sms_success: 'accepted' };

export async function openSmsGateway(): Promise<SmsTestGateway> {
  const gateway: SmsTestGateway = {
    address: '',
    taken: [],
    confirmed: [],
    mood: 'taken',
    onTaken() {},
    hangUp: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const message: SmsTestGateway['taken'][number] = JSON.parse(await text(request));
    gateway.taken.push(message);
    gateway.onTaken();
    if (gateway.mood === 'taken') gateway.confirmed.push(message.to);
    if (gateway.mood !== 'silent') response.end(gateway.mood === 'taken' ? '{"status":"accepted"}' : 'no credit left');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  gateway.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  return gateway;
}
