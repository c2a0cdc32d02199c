import { Stack, Title } from '@mantine/core';
import {
  type Icon,
  IconAdjustments,
  IconFileInvoice,
  IconGavel,
  IconHistory,
  IconLock,
  IconPercentage,
  IconReceiptOff,
  IconUsers,
} from '@tabler/icons-react';
import { useId } from 'react';
import { may } from '#contract/permissions.ts';
import { type OfficePath, officePages } from '#web/routes.ts';
import { useSession } from '#web/session.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { BackupPanel } from '../backup/backup-panel.tsx';
import { useMay } from '../session/use-may.ts';

interface SettingsCard {
  to: OfficePath;
  title: string;
  text: string;
  icon: Icon;
}

const RATES: readonly SettingsCard[] = [
  { to: '/update-vat-rate', title: 'VAT rate', text: 'One rate for every shop, from a day on', icon: IconPercentage },
  {
    to: '/system-setting',
    title: 'System setting',
    text: "One shop's balance, invoices and fines",
    icon: IconAdjustments,
  },
];

const ACTIONS: readonly SettingsCard[] = [
  {
    to: '/settings/generate-invoices',
    title: 'Generate invoices',
    text: "This month's, for every tenant",
    icon: IconFileInvoice,
  },
  { to: '/settings/apply-fines', title: 'Apply fines', text: 'On all rent that is past its due day', icon: IconGavel },
  {
    to: '/settings/fine-arrest',
    title: 'Fine arrest action',
    text: 'Fines that are unpaid for 30 days',
    icon: IconLock,
  },
  {
    to: '/settings/invoice-arrest',
    title: 'Invoice arrest action',
    text: 'Invoices that are open for 30 days',
    icon: IconReceiptOff,
  },
];

const RECORDS: readonly SettingsCard[] = [
  { to: '/admin-panel', title: 'Accounts', text: 'Who may enter, and who is signed in', icon: IconUsers },
  { to: '/system-logs', title: 'System logs', text: 'Who did what, and when', icon: IconHistory },
];

/** The cards of the specification (2, section 2), those that the role may use, under what they are about. */
export function SettingsCards() {
  const mayBackUp = useMay('backup.read');
  return (
    <>
      <CardGroup name="Rates and shops" cards={RATES} />
      <CardGroup name="For the whole market" cards={ACTIONS} />
      <CardGroup name="People and records" cards={RECORDS} further={mayBackUp && <BackupPanel />} />
    </>
  );
}

interface CardGroupProps {
  name: string;
  cards: readonly SettingsCard[];
  further?: React.ReactNode;
}

function CardGroup({ name, cards, further }: CardGroupProps) {
  const id = useId();
  const role = useSession()?.role;
  const links = cards.filter(({ to }) => role !== undefined && may(role, officePages[to].permission));
  if (links.length === 0 && !further) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {name}
      </Title>
      <CardLinks links={links}>{further}</CardLinks>
    </Stack>
  );
}
