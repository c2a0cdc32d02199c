import cards from 'virtual:office/cards/product-management';
import { HeadCards } from '#web/ui/head-cards.tsx';
import { usePageCards } from '../page-cards.ts';
import { ProductsPage } from './products-page.tsx';

export function ProductMenuPage() {
  return <ProductsPage path="/product-management" head={<HeadCards links={usePageCards(cards)} />} />;
}
