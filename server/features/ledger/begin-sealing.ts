import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { beginLog } from '../audit/begin-log.ts';
import { writeSealingAudit } from '../audit/write-audit.ts';
import { verifyLedgers } from './verify-ledgers.ts';

/**
 * Call this before the first write of a process. If an update changed which columns are sealed, it verifies every row
 * with the old columns, and seals all rows again if nothing differs. Returns the differences. Throws AuditKeyFault.
 */
export async function beginSealing(database: Database, context: ActionContext): Promise<string[]> {
  const { hasNewColumns } = await beginLog(database, context);
  if (!hasNewColumns) return [];
  const { differences } = await verifyLedgers(database);
  if (differences.length > 0) return differences;
  const event = { type: 'Rows Sealed', description: apiMessage('audit.rows.resealed') } as const;
  await database.write((tx) => writeSealingAudit(tx, context, event));
  return [];
}
