import IconCash from 'virtual:icons/cash';
import IconCoins from 'virtual:icons/coins';
import IconDeviceMobile from 'virtual:icons/device-mobile';
import IconQrcode from 'virtual:icons/qrcode';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { useMay } from '../session/use-may.ts';

export function TicketLinksPanel() {
  const maySeePrices = useMay('tickets.any-price');
  const prices = {
    title: t('tickets.link.tariff'),
    text: t('tickets.link.tariffText'),
    to: '/ticket-tariff',
    icon: IconCoins,
  };
  return (
    <CardLinks
      links={[
        {
          title: t('tickets.link.gate'),
          text: t('tickets.link.gateText'),
          to: '/gate',
          icon: IconDeviceMobile,
          isElsewhere: true,
        },
        { title: t('tickets.link.shifts'), text: t('tickets.link.shiftsText'), to: '/gate-shifts', icon: IconCash },
        ...(maySeePrices ? [prices] : []),
        { title: t('tickets.link.check'), text: t('tickets.link.checkText'), to: '/check-ticket', icon: IconQrcode },
      ]}
    />
  );
}
