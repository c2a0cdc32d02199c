import cards from 'virtual:office/cards/payments';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';

export function PaymentMenuPage() {
  return (
    <Screen path="/payments">
      <CardLinks links={usePageCards(cards)} />
    </Screen>
  );
}
