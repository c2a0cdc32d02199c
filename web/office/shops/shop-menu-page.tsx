import cards from 'virtual:office/cards/shop-management';
import { HeadCards } from '#web/ui/head-cards.tsx';
import { usePageCards } from '../page-cards.ts';
import { ShopsPage } from './shops-page.tsx';

export function ShopMenuPage() {
  return <ShopsPage path="/shop-management" head={<HeadCards links={usePageCards(cards)} />} />;
}
