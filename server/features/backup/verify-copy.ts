import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Instant } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { connect, type DatabaseAddress } from '../../db/connect.ts';
import { storeMessage } from '../audit/stored-message.ts';
import type { Checked } from './check-backup.ts';
import { loadBackup } from './restore-backup.ts';
import { type Written, writeBackup } from './write-backup.ts';

export interface CopyVerification {
  isProven: boolean;
  /** The result of the test restore, in the form that `storeMessage` returns. */
  proof: string;
}

export async function verifyCopy(copy: string, checked: Checked, at: Instant): Promise<CopyVerification> {
  const scratch = { databaseUrl: undefined, dataDir: mkdtempSync(path.join(path.dirname(copy), '.proof-')) };
  try {
    await loadBackup(scratch, copy);
    const { rows, contents } = await writeAgain(scratch, at);
    const isProven = contents === checked.contents;
    return {
      isProven,
      proof: storeMessage(apiMessage(isProven ? 'backup.proof.equal' : 'backup.proof.different', { rows })),
    };
  } catch (fault) {
    const reason = (fault instanceof Error ? fault.message : String(fault)).replaceAll('\n', ' ');
    return { isProven: false, proof: storeMessage(apiMessage('backup.proof.failed', { reason })) };
  } finally {
    rmSync(scratch.dataDir, { recursive: true, force: true });
  }
}

async function writeAgain(address: DatabaseAddress, at: Instant): Promise<Written> {
  const database = connect(address);
  try {
    const text = writeBackup(database, at);
    let piece = await text.next();
    while (piece.done !== true) piece = await text.next();
    return piece.value;
  } finally {
    await database.close();
  }
}
