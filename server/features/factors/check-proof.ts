import type { Proof } from '#contract/factors.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { checkCode } from './check-code.ts';
import { checkPasskey } from './check-passkey.ts';
import { type FactorRow, listFactors, spendFactor } from './queries.ts';

export interface CheckedProof {
  factor: FactorRow;
  counter: number;
}

export type FactorContext = Pick<AppContext, 'database' | 'config' | 'secrets'>;

/** Nothing is stored until `acceptProof` is called. */
export async function checkProof(
  { database, config, secrets }: FactorContext,
  { challenge, code, passkey }: Proof,
  { accountId, now }: { accountId: number; now: FactorRow['created_at'] },
): Promise<CheckedProof | undefined> {
  const factors = await listFactors(database.reader, accountId);
  if (passkey && challenge !== undefined) {
    const own = factors.find(({ kind, credential }) => kind === 'passkey' && credential === passkey.id);
    return own && checkPasskey(config, passkey, { passkey: own, challenge });
  }
  return code === undefined ? undefined : checkCode(secrets, { factors, code, now });
}

export function acceptProof(
  tx: Writer,
  { factor, counter }: CheckedProof,
  at: FactorRow['created_at'],
): Promise<boolean> {
  return spendFactor(tx, factor, { counter, at });
}

export function auditRecoveryCode(tx: Writer, context: ActionContext, email: string): Promise<void> {
  const description = apiMessage('factors.audit.code_used', { email });
  return writeAudit(tx, { ...context, actor: email }, { type: 'Recovery Code Used', description });
}
