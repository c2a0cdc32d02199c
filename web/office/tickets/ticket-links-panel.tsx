import IconDeviceMobile from 'virtual:icons/device-mobile';
import cards from 'virtual:office/cards/vehicle-ticketing';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { usePageCards } from '../page-cards.ts';

export function TicketLinksPanel() {
  const gate = {
    title: t('tickets.link.gate'),
    text: t('tickets.link.gateText'),
    to: '/gate',
    icon: IconDeviceMobile,
    isElsewhere: true,
  };
  return <CardLinks links={[gate, ...usePageCards(cards)]} />;
}
