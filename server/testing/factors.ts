import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Sentence } from '#contract/messages/message.ts';
import type { Role } from '#contract/roles.ts';
import type { Database, Writer } from '../db/connect.ts';
import { writeAudit } from '../features/audit/write-audit.ts';
import { hashRecoveryCode } from '../features/factors/check-code.ts';
import { type ChallengeRow, insertChallenge, insertFactor } from '../features/factors/queries.ts';
import { SecretBox } from '../http/core/secret-box.ts';
import { emailOf } from './accounts.ts';
import { TOKEN_SECRET } from './sign-in.ts';
import { TestPasskey } from './test-passkey.ts';

export const TEST_SITE = { site: 'localhost', origin: 'http://localhost:3000' };
const ADDED = { type: 'Second Factor Added', description: 'added' as Sentence } as const;
const APP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const RECOVERY_CODES = ['mango-river-lamps', 'water-melon-seeds'];
export const examplePasskey = new TestPasskey();
const secrets = new SecretBox(TOKEN_SECRET);

export function codeAt(now: Instant, secret = APP_SECRET): string {
  return new TOTP({ secret }).generate({ timestamp: Date.parse(now) });
}

export async function idOfRole(database: Database, role: Role): Promise<number> {
  const found = database.reader.selectFrom('accounts').select('id').where('email', '=', emailOf(role));
  return (await found.executeTakeFirstOrThrow()).id;
}

export async function giveFactor(
  database: Database,
  role: Role,
  { at, passkey }: { at: Instant; passkey?: TestPasskey },
): Promise<number> {
  const accountId = await idOfRole(database, role);
  const times = { account_id: accountId, counter: 0, created_at: at, used_at: null };
  return database.write(async (tx) => {
    const given = passkey
      ? { kind: 'passkey' as const, name: 'Phone', credential: passkey.id, secret: passkey.publicKey }
      : { kind: 'app' as const, name: '', credential: null, secret: secrets.close(APP_SECRET, String(accountId)) };
    const { id } = await insertFactor(tx, { ...times, ...given });
    for (const code of RECOVERY_CODES) {
      const credential = hashRecoveryCode(`${role} ${code}`);
      await insertFactor(tx, { ...times, kind: 'recovery', name: '', credential, secret: '' });
    }
    await writeAudit(tx, { actor: 'test', now: at, requestId: 'test' }, ADDED);
    return id;
  });
}

export function recoveryCodesOf(role: Role): string[] {
  return RECOVERY_CODES.map((code) => `${role} ${code}`);
}

export async function storeChallenge(
  tx: Writer,
  {
    token,
    purpose,
    accountId,
    at,
  }: { token: string; purpose: ChallengeRow['purpose']; accountId: number | null; at: Instant },
): Promise<void> {
  await insertChallenge(tx, {
    hash: createHash('sha256').update(token).digest('hex'),
    purpose,
    account_id: accountId,
    secret: purpose === 'new app' ? secrets.close(APP_SECRET, String(accountId)) : '',
    tries_left: 5,
    expires_at: instantOf(Date.parse(at) + 5 * 60_000),
  });
}
