import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { toastFailed } from './toast.ts';

interface ExportButtonProps {
  /** How many rows there are to export. */
  count: number;
  /** The file without its ending. */
  name: string;
  /** Why it is off when there are none. */
  nothing?: string | undefined;
  /** Makes the file and downloads it. */
  download: () => Promise<void>;
}

/** Downloads the rows that fit as a spreadsheet, and says when that fails. */
export function ExportButton({ count, name, nothing = 'Nothing to export', download }: ExportButtonProps) {
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
      disabled={count === 0}
      title={count === 0 ? nothing : `Download ${count} rows as ${name}.xlsx`}
      onClick={() => void run()}
    >
      Export to Excel
    </Button>
  );
}
