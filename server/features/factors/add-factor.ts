import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { endChallenge } from './open-challenge.ts';
import { type ChallengeRow, type FactorRow, findPasskey, insertFactor, lockFactors } from './queries.ts';
import { storeRecoveryCodes } from './store-recovery-codes.ts';

const MOST_PASSKEYS = 10;

export function hasFactor(factors: readonly FactorRow[]): boolean {
  return factors.some(({ kind }) => kind !== 'recovery');
}

export function refuseFurtherFactor(factors: readonly FactorRow[], kind: FactorRow['kind']): void {
  const existing = factors.filter((one) => one.kind === kind);
  if (kind === 'app' && existing.length > 0) throw new Refusal('factor_exists');
  if (existing.length >= MOST_PASSKEYS) throw new Refusal('too_many_factors');
}

export async function addFactor(
  tx: Writer,
  context: ActionContext,
  {
    caller,
    challenge,
    ...given
  }: { caller: Caller; challenge: ChallengeRow } & Pick<
    FactorRow,
    'kind' | 'name' | 'credential' | 'secret' | 'counter'
  >,
): Promise<{ factor: FactorRow; recoveryCodes: string[] | null }> {
  const before = await lockFactors(tx, caller.accountId);
  refuseFurtherFactor(before, given.kind);
  if (given.credential !== null && (await findPasskey(tx, given.credential))) throw new Refusal('factor_exists');
  await endChallenge(tx, challenge);
  const factor = await insertFactor(tx, {
    ...given,
    account_id: caller.accountId,
    created_at: context.now,
    used_at: null,
  });
  const recoveryCodes = hasFactor(before) ? null : await storeRecoveryCodes(tx, caller.accountId, context.now);
  await writeAudit(tx, context, {
    type: 'Second Factor Added',
    description: apiMessage(given.kind === 'app' ? 'factors.audit.app_added' : 'factors.audit.passkey_added', {
      email: caller.email,
      name: given.name,
    }),
  });
  return { factor, recoveryCodes };
}
