import { apiMessage } from '#contract/messages/message.ts';
import { MOST_DIFFERENCES_SHOWN, type RestoreStep } from '#contract/restore.ts';
import { connect, type Database } from '../../db/connect.ts';
import { putSetting } from '../../db/settings.ts';
import { writeAudit, writeRenewingAudit } from '../audit/write-audit.ts';
import { beginSealing } from '../ledger/begin-sealing.ts';
import { verifyMarket } from '../ledger/verify-market.ts';
import { continueNumbers } from '../numbers/continue-numbers.ts';
import { RESTORED, type RestoredSetting } from './adopt-keys.ts';
import { replaceRows } from './replace-rows.ts';
import { stagedIn, type WriteTask } from './restore-task.ts';

/**
 * Completes the loaded backup: its key, the next numbers, the verification and an audit entry. Then replaces the rows of
 * the empty market by its rows, in one transaction.
 */
export async function replaceMarket(task: WriteTask, onProgress: (step: RestoreStep) => void): Promise<void> {
  const staged = stagedIn(task.folder);
  onProgress({ step: 'verifying', done: 0, total: 0 });
  const database = connect(staged);
  try {
    await complete(database, task);
  } finally {
    await database.close();
  }
  await replaceRows(staged.dataDir, task, (done, total) => onProgress({ step: 'replacing', done, total }));
}

async function complete(database: Database, task: WriteTask): Promise<void> {
  const { context, renewsKey, numbers } = task;
  if (renewsKey) {
    const event = { type: 'Rows Sealed', description: apiMessage('audit.rows.sealed') } as const;
    await database.write((tx) => writeRenewingAudit(tx, context, event));
  }
  await beginSealing(database, context);
  database.auditKeys.numbers.replace(numbers);
  await continueNumbers(database, context);
  const { differences } = await verifyMarket(database);
  const restored: RestoredSetting['restored'] = {
    at: context.now,
    made_at: task.made,
    rows: task.rows,
    counts: task.counts,
    difference_count: differences.length,
    differences: differences.slice(0, MOST_DIFFERENCES_SHOWN),
  };
  await database.write(async (tx) => {
    const value = JSON.stringify({ id: task.id, restored } satisfies RestoredSetting);
    await putSetting(tx, { name: RESTORED, value, at: context.now });
    await writeAudit(tx, context, {
      type: 'Market Restored',
      description: apiMessage('restore.audit', { made: task.made, differences: differences.length }),
    });
  });
}
