import { vi } from 'vitest';

/** A call that went out: its method and path as in `GET /api/prices/sheet/2026-11-20`, and the body it carried. */
export interface SentCall {
  call: string;
  body: unknown;
}

type Reply = (body: unknown) => unknown;

/** An answer that is no success. */
export function refused(status: number, body: object = {}): Response {
  return Response.json({ success: false, code: 'internal', message: '', error: '', ...body }, { status });
}

/**
 * Answers calls at the edge of the browser, by method and path; gives the list that they are noted in. A call nobody
 * expected is answered 404.
 */
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
