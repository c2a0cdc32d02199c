import { IconList, IconUserPlus } from '@tabler/icons-react';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';

const ADD: CardLink = { title: 'Add tenant', text: 'Let a shop to somebody', to: '/add-tenant', icon: IconUserPlus };
const VIEW: CardLink = {
  title: 'View tenants',
  text: 'Find tenants and how to reach them',
  to: '/view-tenants',
  icon: IconList,
};

/** The way to the tenant screens. */
export function TenantMenuPage() {
  const mayWrite = useMay('books.write');
  return (
    <Screen path="/tenant-management">
      <CardLinks links={mayWrite ? [ADD, VIEW] : [VIEW]} />
    </Screen>
  );
}
