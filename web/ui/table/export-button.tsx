import IconFileSpreadsheet from 'virtual:icons/file-spreadsheet';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '../dialog/toast.ts';

interface ExportButtonProps {
  label: string;
  title?: string | undefined;
  isOff?: boolean;
  download: () => Promise<void>;
}

export function ExportButton({ label, title, isOff = false, download }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      await download();
    } catch {
      toastFailed(t('ui.export.failed'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      loading={isBusy}
      disabled={isOff}
      title={title}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

export function exportingRows(count: number, name: string, nothing = t('ui.export.nothing')) {
  const isOff = count === 0;
  return {
    label: t('ui.export.button'),
    isOff,
    title: isOff ? nothing : t('ui.export.download', { count, file: `${name}.xlsx` }),
  };
}
