import type { Writer } from '../../db/connect.ts';
import { hashRecoveryCode } from './check-code.ts';
import { drawCode } from './draw-code.ts';
import { deleteFactors, type FactorRow, insertFactors } from './queries.ts';

const CODES = 10;
/** The number of characters in a code. A code has 74 bits of randomness, so that a fast hash is safe. */
const LETTERS = 15;

export async function storeRecoveryCodes(
  tx: Writer,
  accountId: number,
  at: FactorRow['created_at'],
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => drawCode(LETTERS));
  await deleteFactors(tx, accountId, ['recovery']);
  await insertFactors(
    tx,
    codes.map((code) => ({
      account_id: accountId,
      kind: 'recovery' as const,
      name: '',
      credential: hashRecoveryCode(code),
      secret: '',
      counter: 0,
      created_at: at,
      used_at: null,
    })),
  );
  return codes;
}
