import { z } from 'zod';
import { type Instant, isInstant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readCopyName, timeInName } from './copy-name.ts';

const SETTING = 'accepted copies';
const stored = z.object({ until: z.string().refine(isInstant) });

/** Returns the time up to which copies in the bucket of another log do not stop sending. */
export async function findAccepted(db: Reader): Promise<Instant | undefined> {
  const row = await findSetting(db, SETTING);
  return row && stored.parse(JSON.parse(row.value)).until;
}

/**
 * Lets sending go on beside the copies of another log up to this one. They are never replaced or deleted. Newer ones
 * stop sending again.
 */
export async function acceptForeign(tx: Writer, context: ActionContext, newest: string): Promise<void> {
  const copy = readCopyName(newest.replace(/\.age$/, ''));
  if (!copy) throw new Refusal('backup_foreign_changed');
  const value = JSON.stringify({ until: timeInName(copy) } satisfies z.input<typeof stored>);
  await putSetting(tx, { name: SETTING, value, at: context.now });
  await writeAudit(tx, context, {
    type: 'Backups Accepted',
    description: apiMessage('backup.audit.accepted', { name: newest }),
  });
}
