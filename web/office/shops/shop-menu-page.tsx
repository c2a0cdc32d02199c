import cards from 'virtual:office/cards/shop-management';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';

export function ShopMenuPage() {
  return (
    <Screen path="/shop-management">
      <CardLinks links={usePageCards(cards)} />
    </Screen>
  );
}
