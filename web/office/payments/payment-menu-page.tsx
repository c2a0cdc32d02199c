import IconBuildingBank from 'virtual:icons/building-bank';
import IconCashBanknote from 'virtual:icons/cash-banknote';
import IconCashRegister from 'virtual:icons/cash-register';
import IconCoins from 'virtual:icons/coins';
import IconFileDollar from 'virtual:icons/file-dollar';
import IconListSearch from 'virtual:icons/list-search';
import IconReceiptRefund from 'virtual:icons/receipt-refund';
import IconReportMoney from 'virtual:icons/report-money';
import IconWritingSign from 'virtual:icons/writing-sign';
import { may } from '#contract/permissions.ts';
import { t } from '#web/i18n/t.ts';
import { officePages } from '#web/routes.ts';
import { useSession } from '#web/session.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../screen.tsx';

const LINKS = [
  { name: 'day', to: '/my-day', icon: IconReportMoney },
  { name: 'make', to: '/make-payment', icon: IconCashRegister },
  { name: 'view', to: '/view-payments', icon: IconListSearch },
  { name: 'correct', to: '/correct-payment', icon: IconReceiptRefund },
  { name: 'record', to: '/record-payment', icon: IconFileDollar },
  { name: 'cheques', to: '/cheques', icon: IconWritingSign },
  { name: 'electronic', to: '/electronic-payments', icon: IconBuildingBank },
  { name: 'sessions', to: '/cash-sessions', icon: IconCashBanknote },
  { name: 'places', to: '/money-places', icon: IconCoins },
] as const;

export function PaymentMenuPage() {
  const role = useSession()?.role;
  const links = LINKS.filter(({ to }) => role !== undefined && may(role, officePages[to].permission)).map(
    ({ name, ...link }) => ({
      ...link,
      title: t(`payments.menu.${name}.title`),
      text: t(`payments.menu.${name}.text`),
    }),
  );
  return (
    <Screen path="/payments">
      <CardLinks links={links} />
    </Screen>
  );
}
