import { Drawer } from '@mantine/core';
import type { Session } from '#web/session.ts';
import { Account } from './account.tsx';
import { MenuLinks } from './menu-links.tsx';

/** Every screen and the ways out, on a phone. */
export function MoreDrawer({ session, close }: { session: Session; close: () => void }) {
  return (
    <Drawer
      opened
      onClose={close}
      title="All screens"
      position="right"
      size="xs"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <MenuLinks role={session.role} onFollow={close} />
      <Account session={session} onFollow={close} />
    </Drawer>
  );
}
