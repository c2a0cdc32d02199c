import { IconList, IconPlus } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';

export function ProductMenuPage() {
  return (
    <Screen path="/product-management">
      <CardLinks
        links={[
          { title: t('products.menu.add'), text: t('products.menu.addText'), to: '/add-product', icon: IconPlus },
          { title: t('products.menu.view'), text: t('products.menu.viewText'), to: '/view-products', icon: IconList },
        ]}
      />
    </Screen>
  );
}
