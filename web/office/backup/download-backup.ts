import { BACKUP_END, backup } from '#contract/backup.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { apiFile } from '../api.ts';

/** Specification 2, section 9. */
const NAME = 'database_backup.sql';
/** Longer than the last line. */
const TAIL_BYTES = 1000;

/** An incomplete file is not saved. */
export async function downloadBackup(): Promise<void> {
  try {
    const file = await apiFile(backup.download, {});
    if (!(await isWhole(file))) throw new CallError(0, { code: 'no_answer', message: t('backup.download.incomplete') });
    saveBlob(file, NAME);
    toastDone(t('backup.download.done', { file: NAME }), 5);
  } catch (error) {
    const reason = error instanceof CallError ? error.message : '';
    toastFailed(reason === '' ? t('backup.download.failed') : t('backup.download.failedBecause', { reason }), 5);
  }
}

/** Reads only the end: the file can be larger than the memory. */
async function isWhole(file: Blob): Promise<boolean> {
  const tail = await file.slice(-TAIL_BYTES).text();
  return tail.endsWith('\n') && tail.trimEnd().split('\n').at(-1)?.startsWith(BACKUP_END) === true;
}
