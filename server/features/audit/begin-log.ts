import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { readColumns, readSealedColumns } from '../../db/seal/ledger-seals.ts';
import { lockHead } from './queries.ts';
import { requireKey } from './require-key.ts';
import { writeAudit } from './write-audit.ts';

/**
 * Introduces the audit key in the log of an older release. Returns whether the columns that are sealed now differ from
 * those that the log names. Throws AuditKeyFault if the key is lost or wrong.
 */
export function beginLog(database: Database, context: ActionContext): Promise<{ hasNewColumns: boolean }> {
  return database.write(async (tx) => {
    const head = await lockHead(tx);
    if (head.key_id === '') {
      if (head.hash !== '') {
        await writeAudit(tx, context, { type: 'Rows Sealed', description: apiMessage('audit.rows.sealed') });
      }
      return { hasNewColumns: false };
    }
    const sealed = readColumns(requireKey(database.auditKeys, head), head.sealed_columns);
    const hasNewColumns = sealed && JSON.stringify(sealed) !== JSON.stringify(await readSealedColumns(tx));
    return { hasNewColumns: hasNewColumns === true };
  });
}
