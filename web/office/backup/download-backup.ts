import { BACKUP_END, backup } from '#contract/backup.ts';
import { CallError } from '#web/client.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { apiFile } from '../api.ts';
import { saveBlob } from '../reports/save-file.ts';

/** The name that the specification gives it (2, section 9). */
const NAME = 'database_backup.sql';
const FAILED = 'Backup download failed';
const CUT_OFF = 'The file ended early and was not saved. Please try again.';
/** More than the last line has. */
const TAIL_BYTES = 1000;

/** Fetches a backup of the whole database and saves it; a file that is not whole is never saved. */
export async function downloadBackup(): Promise<void> {
  try {
    const file = await apiFile(backup.download, {});
    if (!(await isWhole(file))) throw new CallError(0, 'no_answer', CUT_OFF);
    saveBlob(file, NAME);
    toastDone(`${NAME} is saved. It holds everything: keep it where nobody else comes.`, 5);
  } catch (error) {
    const reason = error instanceof CallError && error.message !== '' ? `. ${error.message}` : '';
    toastFailed(FAILED + reason, 5);
  }
}

/** True when its last line is there, and whole. Only the end is read, for the file may be larger than the memory. */
async function isWhole(file: Blob): Promise<boolean> {
  const tail = await file.slice(-TAIL_BYTES).text();
  return tail.endsWith('\n') && tail.trimEnd().split('\n').at(-1)?.startsWith(BACKUP_END) === true;
}
