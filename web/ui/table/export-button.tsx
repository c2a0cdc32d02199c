import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailed } from '../dialog/toast.ts';

interface ExportButtonProps {
  label: string;
  /** Says what will be downloaded, or why there is nothing. */
  title?: string | undefined;
  isOff?: boolean;
  /** Makes the file and downloads it. */
  download: () => Promise<void>;
}

/** Downloads a spreadsheet, and says when that fails. */
export function ExportButton({ label, title, isOff = false, download }: ExportButtonProps) {
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
      disabled={isOff}
      title={title}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

/** How the button stands at a table with that many rows that fit; `name` is the file without its ending. */
export function exportingRows(count: number, name: string, nothing = 'Nothing to export') {
  const isOff = count === 0;
  return {
    label: 'Export to Excel',
    isOff,
    title: isOff ? nothing : `Download ${count === 1 ? '1 row' : `${count} rows`} as ${name}.xlsx`,
  };
}
