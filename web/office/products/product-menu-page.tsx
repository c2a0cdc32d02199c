import { IconList, IconPlus } from '@tabler/icons-react';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../shell/screen.tsx';

/** The way to the product screens. */
export function ProductMenuPage() {
  return (
    <Screen path="/product-management">
      <CardLinks
        links={[
          { title: 'Add product', text: 'A new line of the price list', to: '/add-product', icon: IconPlus },
          { title: 'View products', text: 'Find, edit and delete products', to: '/view-products', icon: IconList },
        ]}
      />
    </Screen>
  );
}
