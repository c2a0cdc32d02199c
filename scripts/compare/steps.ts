/**
 * A step that fills the market. Later steps contain ids, which the market assigns in the order of the requests. The
 * order of the steps must therefore not change.
 */
export type Step =
  /** Sets the time of the following steps. */
  | { at: string }
  /** Sets the account that sends the following requests; `reader` has no session. */
  | { as: string }
  /** Waits for this number of emails before the next request. */
  | { mails: number }
  | { send: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`; body?: object };

export const asks = (request: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, body?: object): Step =>
  body === undefined ? { send: request } : { send: request, body };
export const at = (time: string): Step => ({ at: `${time}:00.000Z` });
export const MAILED: Step = { mails: 1 };
export const as = (role: string): Step => ({ as: role });

export const FIRST_TIME = '2026-08-03T02:30:00.000Z';
export const LAST_TIME = '2026-11-20T04:30:00.000Z';
/** The time at which alerts of price corrections are due. */
export const ALERTED = '2026-11-20T04:40:00.000Z';
export const PROOF = { email: 'superadmin@example.com', password: 'mango-river-42-lantern' };
export const SHIFT = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
