import { newKey } from '#web/ui/form/use-form-key.ts';

/** What a run is called by: its Idempotency-Key, and the same as the UUID that its progress is asked for by. */
export interface RunKey {
  idempotencyKey: string;
  run_id: string;
}

/** Names a new run. (`randomUUID` is missing where the office runs without TLS.) */
export function newRunKey(): RunKey {
  const key = newKey();
  // 4 says that it is random, a that it is a UUID of the usual kind.
  const parts = [key.slice(0, 8), key.slice(8, 12), `4${key.slice(13, 16)}`, `a${key.slice(17, 20)}`, key.slice(20)];
  return { idempotencyKey: key, run_id: parts.join('-') };
}
