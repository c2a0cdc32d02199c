import { vi } from 'vitest';
import { expectVersion } from './office.tsx';

export interface SentCall {
  call: string;
  body: unknown;
}

type Reply = (body: unknown, headers: Headers) => unknown;

export function refused(status: number, body: object = {}): Response {
  return Response.json({ success: false, code: 'internal', message: '', error: '', ...body }, { status });
}

export function answerPriceCalls(replies: Readonly<Record<string, Reply>>): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const call = `${method} ${address}`;
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    sent.push({ call, body: read });
    expectVersion({ call, headers: new Headers(headers) });
    const reply = replies[call];
    const answer = reply
      ? await reply(read, new Headers(headers))
      : refused(404, { message: `nobody answers ${call}` });
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return sent;
}
