import cards from 'virtual:office/cards/product-management';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';

export function ProductMenuPage() {
  return (
    <Screen path="/product-management">
      <CardLinks links={usePageCards(cards)} />
    </Screen>
  );
}
