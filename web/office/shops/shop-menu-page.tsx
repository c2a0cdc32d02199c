import IconFileImport from 'virtual:icons/file-import';
import IconList from 'virtual:icons/list';
import IconPlus from 'virtual:icons/plus';
import IconReportMoney from 'virtual:icons/report-money';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

const WRITE = [
  { name: 'add', to: '/add-shop', icon: IconPlus },
  { name: 'import', to: '/import-shops', icon: IconFileImport },
] as const;
const VIEW = [
  { name: 'view', to: '/view-shops', icon: IconList },
  { name: 'summary', to: '/shop-summary', icon: IconReportMoney },
] as const;

export function ShopMenuPage() {
  const mayWrite = useMay('books.write');
  const links = (mayWrite ? [...WRITE, ...VIEW] : VIEW).map(({ name, ...link }) => ({
    ...link,
    title: t(`shops.menu.${name}.title`),
    text: t(`shops.menu.${name}.text`),
  }));
  return (
    <Screen path="/shop-management">
      <CardLinks links={links} />
    </Screen>
  );
}
