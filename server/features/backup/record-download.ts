import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Records a download in the audit log before it begins, because its end is unknown. */
export function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: apiMessage('backup.audit.downloaded') });
}
