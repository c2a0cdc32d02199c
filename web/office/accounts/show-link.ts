import { createElement } from 'react';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';

export function showLink(email: string, made: ShownLink): Promise<void> {
  return openDialog<void>((close) => createElement(LinkDialog, { email, made, close }), undefined);
}
