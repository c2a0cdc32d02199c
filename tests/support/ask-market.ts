import { expect } from '@playwright/test';
import type { Answer, Call, Sending } from '#contract/call.ts';

export type MarketCalls = <C extends Call>(entry: C, given: Sending<C>) => Promise<Answer<C>>;

/** Returns a function that makes calls of the API with a session, and fails if one is refused. */
export function askerOf(url: string, token: string): MarketCalls {
  return async (entry, given) => {
    const {
      params = {},
      query = {},
      body,
    } = given as Partial<Record<'params' | 'query', Record<string, string>>> & {
      body?: object;
    };
    const place = entry.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const asked = new URLSearchParams(query).toString();
    const path = asked === '' ? place : `${place}?${asked}`;
    const answer = await fetch(url + path, {
      method: entry.method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBe(entry.status ?? 200);
    return entry.answer.parse(JSON.parse(text)) as Answer<typeof entry>;
  };
}
