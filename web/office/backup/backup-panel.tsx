import { Card, Loader, VisuallyHidden } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { CardFace } from '#web/ui/card-links.tsx';
import { downloadBackup } from './download-backup.ts';

const FETCHING = 'The file is being fetched…';

/** The card that downloads a backup; it says so while the file is on its way. */
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
          title="Backup download"
          text={isBusy ? FETCHING : 'The whole database as one file'}
          icon={IconDatabaseExport}
        />
        {isBusy && <Loader size="xs" aria-hidden pos="absolute" top={12} right={12} />}
      </Card>
      <VisuallyHidden role="status">{isBusy && FETCHING}</VisuallyHidden>
    </>
  );
}
