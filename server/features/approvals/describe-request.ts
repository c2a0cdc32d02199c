import type { Approval } from '#contract/approvals.ts';
import type { Call } from '#contract/call.ts';
import { Refusal } from '#contract/refusals.ts';
import type { WriteRequest } from '../../http/core/app-context.ts';
import { hashRequest } from '../../http/idempotency/idempotency-keys.ts';

export type StoredRequest = NonNullable<Approval['request']>;

const MOST_CHARACTERS = 50_000;

/** The hash is computed from the validated input, so that 100 and "100.00" are the same request. */
export function describeRequest(entry: Call, ask: WriteRequest): { hash: string; text: string } {
  const { params, body, sentBody, seenVersions } = ask;
  const call = `${entry.method} ${entry.path}`;
  const request: StoredRequest = {
    call,
    params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)])),
    body: knownFields(entry, sentBody),
    version: seenVersions?.[0] ?? null,
  };
  const text = JSON.stringify(request);
  if (text.length > MOST_CHARACTERS) throw new Refusal('too_large');
  return { hash: hashRequest([call, params, body], undefined), text };
}

function knownFields({ body }: Call, sent: unknown): Record<string, unknown> {
  const known = body && 'shape' in body ? Object.keys(body.shape as object) : [];
  return Object.fromEntries(Object.entries(sent ?? {}).filter(([name]) => known.includes(name)));
}
