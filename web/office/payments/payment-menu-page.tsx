import { IconCashRegister, IconFileDollar, IconListSearch, IconReceiptRefund } from '@tabler/icons-react';
import { may } from '#contract/permissions.ts';
import { officePages } from '#web/routes.ts';
import { useSession } from '#web/session.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { Screen } from '../shell/screen.tsx';

const LINKS = [
  { title: 'Make a payment', text: 'Take money of a shop', to: '/make-payment', icon: IconCashRegister },
  { title: 'View payments', text: 'All payments, receipts and the total', to: '/view-payments', icon: IconListSearch },
  { title: 'Correct payment', text: 'Say what it really was', to: '/correct-payment', icon: IconReceiptRefund },
  { title: 'Record payment', text: 'By shop or invoice number', to: '/record-payment', icon: IconFileDollar },
] as const;

/** The way to the payment screens that a role may open. */
export function PaymentMenuPage() {
  const role = useSession()?.role;
  const links = LINKS.filter(({ to }) => role !== undefined && may(role, officePages[to].permission));
  return (
    <Screen path="/payments">
      <CardLinks links={links} />
    </Screen>
  );
}
