import { createElement } from 'react';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

export function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  return openDialog<void>((close) => createElement(RecoveryCodesDialog, { codes, close }), undefined);
}
