import cards from 'virtual:office/cards/publication';
import { HeadCards } from '#web/ui/head-cards.tsx';
import { usePageCards } from '../page-cards.ts';
import { PublicationsPage } from './publications-page.tsx';

export function PublicationMenuPage() {
  return <PublicationsPage path="/publication" head={<HeadCards links={usePageCards(cards)} />} />;
}
