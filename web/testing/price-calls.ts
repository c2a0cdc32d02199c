import { vi } from 'vitest';

export interface SentCall {
  call: string;
  body: unknown;
}

type Reply = (body: unknown) => unknown;

export function refused(status: number, body: object = {}): Response {
  return Response.json({ success: false, code: 'internal', message: '', error: '', ...body }, { status });
}

/** By method and path, others with 404. Returns the requests. */
export function answerPriceCalls(replies: Readonly<Record<string, Reply>>): SentCall[] {
  const sent: SentCall[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = `${method} ${address}`;
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    sent.push({ call, body: read });
    const reply = replies[call];
    const answer = reply ? await reply(read) : refused(404, { message: `nobody answers ${call}` });
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return sent;
}
