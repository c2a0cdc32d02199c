import cards from 'virtual:office/cards/tenant-management';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';

export function TenantMenuPage() {
  return (
    <Screen path="/tenant-management">
      <CardLinks links={usePageCards(cards)} />
    </Screen>
  );
}
