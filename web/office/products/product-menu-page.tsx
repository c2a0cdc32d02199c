import IconFileImport from 'virtual:icons/file-import';
import IconList from 'virtual:icons/list';
import IconPlus from 'virtual:icons/plus';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';

export function ProductMenuPage() {
  const mayImport = useMay('books.write');
  const links = [
    { title: t('products.menu.add'), text: t('products.menu.addText'), to: '/add-product', icon: IconPlus },
    {
      title: t('products.menu.import'),
      text: t('products.menu.importText'),
      to: '/import-products',
      icon: IconFileImport,
    },
    { title: t('products.menu.view'), text: t('products.menu.viewText'), to: '/view-products', icon: IconList },
  ];
  return (
    <Screen path="/product-management">
      <CardLinks links={links.filter(({ to }) => mayImport || to !== '/import-products')} />
    </Screen>
  );
}
