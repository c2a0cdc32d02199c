import { isIPv6 } from 'node:net';
import type { Instant } from '#billing/calendar.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Database } from '../../db/connect.ts';
import { clearAttempts, countAttempt, countDelayedAttempt } from '../../db/rate-limits.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { listAddresses } from './queries.ts';

/** The number of attempts before the delays begin. */
const MOST_AT_ONCE = 10;
/** The maximum number of attempts from one address in a minute, for all accounts together. */
const MOST_PER_ADDRESS = 30;
/** The maximum number of attempts on an account in an hour from all addresses that have not signed in to it before. */
const MOST_ELSEWHERE = 100;
const HOUR_MS = 60 * 60_000;
/** The names of the counters of failed sign-ins begin with this text. */
export const FAILED_SIGN_INS = 'failed sign-ins';

type Step = 'password' | 'code';

/**
 * Limits attempts to sign in to an account. Each attempt delays later ones from the same /24 or /64 network. Attempts
 * from an address that has signed in to the account before are counted separately. Returns a function that clears the
 * counts. Call that function only after the whole sign-in: otherwise somebody who knows the password could guess codes
 * without limit.
 */
export async function limitSignIns(
  database: Database,
  { email, address, now, step = 'password' }: { email: string; address: string; now: Instant; step?: Step },
): Promise<() => Promise<void>> {
  const place = networkOf(address);
  const isKnown = (await listAddresses(database.reader, email)).some((known) => networkOf(known) === place);
  const originOf = (tried: Step) =>
    `${tried} account ${email} ${isKnown ? `known ${place}` : `from ${neighbourhoodOf(place)}`}`;
  if (step === 'password') await limitAddress(database, { address, now });
  refuse(await countDelayedAttempt(database, { subject: originOf(step), most: MOST_AT_ONCE, now }));
  if (!isKnown) {
    const elsewhere = `${step} account ${email} elsewhere`;
    refuse(await countAttempt(database, { subject: elsewhere, most: MOST_ELSEWHERE, now, windowMs: HOUR_MS }));
  }
  return async () => {
    for (const tried of ['password', 'code'] as const) await clearAttempts(database, originOf(tried));
  };
}

export async function limitAddress(
  database: Database,
  { address, now }: { address: string; now: Instant },
): Promise<void> {
  const subject = `password address ${networkOf(address)}`;
  refuse(await countAttempt(database, { subject, most: MOST_PER_ADDRESS, now }));
}

/**
 * Limits the attempts to confirm the user's identity in a session. Attempts in other sessions are counted separately.
 */
export async function limitSessionProofs(
  database: Database,
  { sessionId, now }: { sessionId: string; now: Instant },
): Promise<() => Promise<void>> {
  const subject = `password session ${sessionId}`;
  refuse(await countDelayedAttempt(database, { subject, most: MOST_AT_ONCE, now }));
  return () => clearAttempts(database, subject);
}

function refuse(wait: number | undefined): void {
  if (wait !== undefined) throw new Refusal('too_many_tries', { retryAfterSeconds: wait });
}

/** Returns the /24 network of an IPv4 address. An IPv6 network is a /64 already and is returned unchanged. */
function neighbourhoodOf(network: string): string {
  return isIPv6(`${network}::`) ? network : network.replace(/\.\d+$/, '');
}
