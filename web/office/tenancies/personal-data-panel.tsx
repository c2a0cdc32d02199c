import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useMay } from '../session/use-may.ts';
import { downloadPersonalData } from './download-personal-data.ts';
import { EraseDialog } from './erase-dialog.tsx';

interface PersonalDataPanelProps {
  file: TenancyFile;
  onChanged: () => void;
}

export function PersonalDataPanel({ file, onChanged }: PersonalDataPanelProps) {
  const mayDownload = useMay('personal-data.read');
  const mayErase = useMay('books.write');
  const [isErasing, setIsErasing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { erased_at, ended_on } = file;
  const close = () => setIsErasing(false);
  const download = async () => {
    setIsBusy(true);
    await downloadPersonalData(file);
    setIsBusy(false);
  };
  return (
    <>
      {erased_at !== null && (
        <Text size="sm">{t('tenancies.privacy.erased', { day: formatOfficeDay(dayOf(erased_at)) })}</Text>
      )}
      <Group gap="xs">
        {mayDownload && (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download()}
          >
            {t('tenancies.privacy.download')}
          </Button>
        )}
        {mayErase && ended_on !== null && erased_at === null && (
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconEraser size={16} aria-hidden />}
            onClick={() => setIsErasing(true)}
          >
            {t('tenancies.privacy.erase')}
          </Button>
        )}
      </Group>
      {isErasing && (
        <EraseDialog
          file={file}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}
