import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Notes that somebody takes the whole database away; before it begins, for how far they get nobody can tell. */
export function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: 'Downloaded the whole database.' });
}
