import IconDatabaseExport from 'virtual:icons/database-export';
import { Card, Loader, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { BACKUP_END, backup } from '#contract/backup.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { CardFace } from '#web/ui/card-links.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { apiFile } from '../api.ts';

export function BackupPanel() {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    await downloadBackup();
    setIsBusy(false);
  };
  return (
    <>
      <Card
        component="button"
        type="button"
        withBorder
        padding="md"
        ta="left"
        data-card-link
        aria-busy={isBusy}
        onClick={() => !isBusy && void download()}
      >
        <CardFace
          title={t('backup.card.title')}
          text={t(isBusy ? 'backup.card.downloading' : 'backup.card.text')}
          icon={IconDatabaseExport}
        />
        {isBusy && <Loader size="xs" aria-hidden pos="absolute" top={12} right={12} />}
      </Card>
      <VisuallyHidden role="status">{isBusy && t('backup.card.downloading')}</VisuallyHidden>
    </>
  );
}

/** The name of the file (specification 2, section 9). */
const NAME = 'database_backup.sql';
/**
 * The number of bytes read from the end of the file. The last line, which marks a complete backup, is shorter than
 * that.
 */
const TAIL_BYTES = 1000;

/** Downloads a backup and saves the file unless it is incomplete. */
async function downloadBackup(): Promise<void> {
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

/**
 * Returns true for a complete backup. Reads only the end of the file, because the whole file may not fit into memory.
 */
async function isWhole(file: Blob): Promise<boolean> {
  const tail = await file.slice(-TAIL_BYTES).text();
  return tail.endsWith('\n') && tail.trimEnd().split('\n').at(-1)?.startsWith(BACKUP_END) === true;
}
