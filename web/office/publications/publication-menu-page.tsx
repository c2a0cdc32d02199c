import cards from 'virtual:office/cards/publication';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';

export function PublicationMenuPage() {
  return (
    <Screen path="/publication">
      <CardLinks links={usePageCards(cards)} />
    </Screen>
  );
}
