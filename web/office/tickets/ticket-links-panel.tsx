import { IconCash, IconDeviceMobile, IconQrcode } from '@tabler/icons-react';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';

const LINKS: readonly CardLink[] = [
  {
    title: 'Gate screen',
    text: 'For a phone, works offline too',
    to: '/gate',
    icon: IconDeviceMobile,
    isElsewhere: true,
  },
  { title: 'Gate shifts', text: 'Cash counted and expected', to: '/gate-shifts', icon: IconCash },
  { title: 'Check a ticket', text: 'Valid, void or unknown', to: '/check-ticket', icon: IconQrcode },
];

/** What else there is about tickets, below both of their screens. */
export function TicketLinksPanel() {
  return <CardLinks links={LINKS} />;
}
