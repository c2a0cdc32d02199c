import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Audits the download before it begins, because nobody can tell how far it gets. */
export function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: 'Downloaded the whole database.' });
}
