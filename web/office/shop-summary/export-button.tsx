import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailed } from '#web/ui/toast.ts';

interface ExportButtonProps {
  label: string;
  /** Makes the file and downloads it. */
  download: () => Promise<void>;
  /** Why there is nothing to export; absent: there is. */
  nothing?: string | undefined;
}

/** Downloads a spreadsheet, and says when that fails. */
export function ExportButton({ label, download, nothing }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      await download();
    } catch {
      toastFailed('The spreadsheet could not be made. Please try again.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
      loading={isBusy}
      disabled={nothing !== undefined}
      title={nothing}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}
