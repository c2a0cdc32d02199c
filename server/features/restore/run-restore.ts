import { constants, setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import { apiMessage } from '#contract/messages/message.ts';
import type { RestoreStep } from '#contract/restore.ts';
import { isDiskFull } from '../../db/transaction.ts';
import { progressSender } from '../../send-progress.ts';
import { storeMessage } from '../audit/stored-message.ts';
import { BadBackup } from '../backup/bad-backup.ts';
import { BucketFault } from '../backup/bucket.ts';
import { replaceMarket } from './replace-market.ts';
import type { CheckedBackup, CheckTask, WriteTask } from './restore-task.ts';
import { stageBackup } from './stage-backup.ts';

export type RestoreTask = CheckTask | WriteTask;

/**
 * Checks a backup, or replaces the market by it. Runs as a separate process (market-restore.ts), which ends with the
 * server. If it fails, it prints the reason to standard error and the market is as it was. Sentences are stored
 * messages, because the reader's language is only known when they are shown.
 */
async function main(): Promise<CheckedBackup | null> {
  setPriority(constants.priority.PRIORITY_LOW);
  const task = (await json(process.stdin)) as RestoreTask;
  if (task.kind === 'check') return stageBackup(task, progressSender<RestoreStep>());
  await replaceMarket(task, progressSender<RestoreStep>());
  return null;
}

function reasonOf(fault: unknown): string {
  if (fault instanceof BadBackup) return storeMessage(fault.words);
  if (fault instanceof BucketFault) return storeMessage(apiMessage('restore.fault.bucket', { reason: fault.message }));
  if (isDiskFull(fault)) return storeMessage(apiMessage('restore.fault.full'));
  const reason = (fault instanceof Error ? fault.message : String(fault)).replaceAll('\n', ' ');
  return storeMessage(apiMessage('restore.fault.other_value', { reason }));
}

process.once('disconnect', () => process.exit(1));
try {
  process.stdout.write(JSON.stringify(await main()));
} catch (fault) {
  console.error(reasonOf(fault));
  process.exitCode = 1;
} finally {
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect?.();
}
