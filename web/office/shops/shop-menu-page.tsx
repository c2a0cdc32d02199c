import { IconList, IconPlus, IconReportMoney } from '@tabler/icons-react';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';

const ADD: CardLink = { title: 'Add shop', text: 'A new place in the market', to: '/add-shop', icon: IconPlus };
const LOOK: readonly CardLink[] = [
  { title: 'View shops', text: 'Find shops, their rent and their balance', to: '/view-shops', icon: IconList },
  {
    title: 'Shop summary',
    text: 'What one shop owes, and every payment and invoice',
    to: '/shop-summary',
    icon: IconReportMoney,
  },
];

/** The way to the shop screens. */
export function ShopMenuPage() {
  const mayWrite = useMay('books.write');
  return (
    <Screen path="/shop-management">
      <CardLinks links={mayWrite ? [ADD, ...LOOK] : LOOK} />
    </Screen>
  );
}
