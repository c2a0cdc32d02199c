import { Card, Loader, VisuallyHidden } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { CardFace } from '#web/ui/card-links.tsx';
import { downloadBackup } from './download-backup.ts';

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
