import cards from 'virtual:office/cards/tenant-management';
import { HeadCards } from '#web/ui/head-cards.tsx';
import { usePageCards } from '../page-cards.ts';
import { TenantsPage } from './tenants-page.tsx';

export function TenantMenuPage() {
  return <TenantsPage path="/tenant-management" head={<HeadCards links={usePageCards(cards)} />} />;
}
