import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasFactor } from './add-factor.ts';
import { deleteChallengesOf, deleteFactor, deleteFactors, lockFactors } from './queries.ts';
import { storeRecoveryCodes } from './store-recovery-codes.ts';

export async function removeFactor(
  tx: Writer,
  context: ActionContext,
  { caller, id }: { caller: Caller; id: number },
): Promise<void> {
  const factors = await lockFactors(tx, caller.accountId);
  const removed = factors.find((one) => one.id === id && one.kind !== 'recovery');
  if (!removed) throw new Refusal('factor_not_found');
  await deleteFactor(tx, id);
  const isLast = !hasFactor(factors.filter((one) => one.id !== id));
  if (isLast) await deleteFactors(tx, caller.accountId, ['recovery']);
  await writeAudit(tx, context, {
    type: 'Second Factor Removed',
    description: apiMessage(removed.kind === 'app' ? 'factors.audit.app_removed' : 'factors.audit.passkey_removed', {
      email: caller.email,
      name: removed.name,
    }),
  });
}

export async function removeFactors(
  tx: Writer,
  context: ActionContext,
  account: { id: number; email: string },
): Promise<boolean> {
  const factors = await lockFactors(tx, account.id);
  if (factors.length === 0) return false;
  await deleteFactors(tx, account.id, ['app', 'passkey', 'recovery']);
  await deleteChallengesOf(tx, account.id, 'sign-in', 'new app', 'new passkey');
  await writeAudit(tx, context, {
    type: 'Second Factor Removed',
    description: apiMessage('factors.audit.all_removed', { email: account.email }),
  });
  return true;
}

export async function renewRecoveryCodes(tx: Writer, context: ActionContext, caller: Caller): Promise<string[]> {
  if (!hasFactor(await lockFactors(tx, caller.accountId))) throw new Refusal('factor_not_found');
  const codes = await storeRecoveryCodes(tx, caller.accountId, context.now);
  await writeAudit(tx, context, {
    type: 'Recovery Codes Renewed',
    description: apiMessage('factors.audit.codes_renewed', { email: caller.email }),
  });
  return codes;
}
