import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Instant } from '#billing/calendar.ts';
import type { SecretBox } from '../../http/core/secret-box.ts';
import type { FactorRow } from './queries.ts';

const PERIOD_SECONDS = 30;
/**
 * The number of time steps before and after the current one whose codes are accepted too, because the clocks of phones
 * differ.
 */
const WINDOW = 1;
const FORM = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

export function drawAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ ...FORM, issuer, label, secret }).toString();
}

export function stepOfCode(secret: string, code: string, now: Instant): number | undefined {
  const timestamp = Date.parse(now);
  const token = code.replaceAll(/\D/g, '');
  const delta = new TOTP({ ...FORM, secret }).validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

export function hashRecoveryCode(code: string): string {
  const bare = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return createHash('sha256').update(bare).digest('hex');
}

/**
 * Returns the factor of a correct code and its new counter; undefined for a wrong code. The code of an app is wrong if
 * it, or a later one, was accepted before; a recovery code can be used once.
 */
export function checkCode(
  secrets: SecretBox,
  { factors, code, now }: { factors: readonly FactorRow[]; code: string; now: Instant },
): { factor: FactorRow; counter: number } | undefined {
  const app = factors.find(({ kind }) => kind === 'app');
  const secret = app && secrets.open(app.secret, String(app.account_id));
  const step = secret === undefined ? undefined : stepOfCode(secret, code, now);
  if (app && step !== undefined && step > app.counter) return { factor: app, counter: step };
  const hash = hashRecoveryCode(code);
  const unused = factors.find(({ kind, credential, used_at }) => {
    return kind === 'recovery' && credential === hash && used_at === null;
  });
  return unused && { factor: unused, counter: unused.counter };
}
