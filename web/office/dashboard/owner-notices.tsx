import { LateBackupNotice } from '../backup/elsewhere-panel.tsx';
import { SheetNotice } from '../emergency-sheet/sheet-panel.tsx';
import { useMay } from '../session/use-may.ts';

/** Warns those who look after the machine, above the figures of both dashboards. */
export function OwnerNotices() {
  return useMay('backup.read') ? (
    <>
      <LateBackupNotice />
      <SheetNotice />
    </>
  ) : null;
}
