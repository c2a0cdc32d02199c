import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';

/** Audited before it begins, because how far it gets is unknown. */
export function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: apiMessage('backup.audit.downloaded') });
}
