import { Drawer } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import type { Session } from '#web/session.ts';
import { AccountPanel } from './account.tsx';
import { MenuLinks } from './menu-links.tsx';

export function MoreDrawer({ session, close }: { session: Session; close: () => void }) {
  return (
    <Drawer
      opened
      onClose={close}
      title={t('shell.menu.all')}
      position="right"
      size="xs"
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <MenuLinks role={session.role} onFollow={close} />
      <AccountPanel session={session} onFollow={close} />
    </Drawer>
  );
}
