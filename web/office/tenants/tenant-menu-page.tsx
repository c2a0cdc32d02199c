import IconList from 'virtual:icons/list';
import IconUserPlus from 'virtual:icons/user-plus';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

const ADD = { name: 'add', to: '/add-tenant', icon: IconUserPlus } as const;
const VIEW = { name: 'view', to: '/view-tenants', icon: IconList } as const;

export function TenantMenuPage() {
  const mayWrite = useMay('books.write');
  const links = (mayWrite ? [ADD, VIEW] : [VIEW]).map(({ name, ...link }) => ({
    ...link,
    title: t(`tenants.menu.${name}.title`),
    text: t(`tenants.menu.${name}.text`),
  }));
  return (
    <Screen path="/tenant-management">
      <CardLinks links={links} />
    </Screen>
  );
}
