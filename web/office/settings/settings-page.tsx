import IconAdjustments from 'virtual:icons/adjustments';
import IconBell from 'virtual:icons/bell';
import IconBellRinging from 'virtual:icons/bell-ringing';
import IconBolt from 'virtual:icons/bolt';
import IconBuildingBank from 'virtual:icons/building-bank';
import IconCalendarDue from 'virtual:icons/calendar-due';
import IconFileInvoice from 'virtual:icons/file-invoice';
import IconFileSpreadsheet from 'virtual:icons/file-spreadsheet';
import IconGavel from 'virtual:icons/gavel';
import IconHistory from 'virtual:icons/history';
import IconHome from 'virtual:icons/home';
import IconLock from 'virtual:icons/lock';
import IconMail from 'virtual:icons/mail';
import IconPercentage from 'virtual:icons/percentage';
import IconPhone from 'virtual:icons/phone';
import IconQrcode from 'virtual:icons/qrcode';
import IconReceiptOff from 'virtual:icons/receipt-off';
import IconReceiptTax from 'virtual:icons/receipt-tax';
import IconUsers from 'virtual:icons/users';
import { Button, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { SetupStep } from '#contract/dashboard.ts';
import { may } from '#contract/permissions.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { type OfficePath, officePages } from '#web/routes.ts';
import { useSession } from '#web/session.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import type { Icon } from '#web/ui/icon/make-icon.ts';
import type { Load } from '#web/ui/use-load.ts';
import { AlarmsPanel } from '../alarms/alarms-panel.tsx';
import { LimitPanel } from '../approvals/limit-panel.tsx';
import { VerificationPanel } from '../audit/verification-panel.tsx';
import { BackupPanel } from '../backup/backup-panel.tsx';
import { BackupTablePanel } from '../backup/backup-table.tsx';
import { RunTable } from '../bulk-actions/run-table.tsx';
import { CashSettingsPanel } from '../cash/cash-settings.tsx';
import { CashierDaysPanel } from '../cash/cashier-days-settings.tsx';
import { FirstDayPanel } from '../cash/first-day-settings.tsx';
import { type Setup, saySetup, useSetup } from '../dashboard/setup-list.tsx';
import { SheetPanel } from '../emergency-sheet/sheet-panel.tsx';
import { ArrestInfo } from '../invoices/arrest-panel.tsx';
import { SchedulePanel } from '../schedule/schedule-panel.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ReleaseLine } from './release-line.tsx';
import { ServerPanel } from './server-panel.tsx';
import classes from './settings-page.module.css';

const POSTER = '/print/poster';

interface SettingsCard {
  to: OfficePath | typeof POSTER;
  title: MessageKey;
  text: MessageKey;
  icon: Icon;
  /** The setup step whose state the card shows. */
  step?: SetupStep;
}

const CENTRE: readonly SettingsCard[] = [
  {
    to: '/settings/contact',
    title: 'settings.card.contact',
    text: 'settings.card.contactText',
    icon: IconPhone,
    step: 'contact',
  },
  {
    to: '/settings/home-page',
    title: 'settings.card.homePage',
    text: 'settings.card.homePageText',
    icon: IconHome,
    step: 'visitors',
  },
  {
    to: '/settings/bank',
    title: 'settings.card.bank',
    text: 'settings.card.bankText',
    icon: IconBuildingBank,
    step: 'bank',
  },
  {
    to: '/settings/mail-server',
    title: 'settings.card.mailServer',
    text: 'settings.card.mailServerText',
    icon: IconMail,
    step: 'mail',
  },
  {
    to: POSTER,
    title: 'settings.card.poster',
    text: 'settings.card.posterText',
    icon: IconQrcode,
  },
  { to: '/settings/alerts', title: 'settings.card.alerts', text: 'settings.card.alertsText', icon: IconBell },
];

const RATES: readonly SettingsCard[] = [
  {
    to: '/update-vat-rate',
    title: 'settings.card.vatRate',
    text: 'settings.card.vatRateText',
    icon: IconPercentage,
    step: 'vat',
  },
  {
    to: '/settings/rent-rules',
    title: 'settings.card.rentRules',
    text: 'settings.card.rentRulesText',
    icon: IconCalendarDue,
    step: 'rent-rules',
  },
  {
    to: '/settings/reminders',
    title: 'settings.card.reminders',
    text: 'settings.card.remindersText',
    icon: IconBellRinging,
  },
  {
    to: '/charge-kinds',
    title: 'settings.card.chargeKinds',
    text: 'settings.card.chargeKindsText',
    icon: IconBolt,
  },
  { to: '/settings/tax', title: 'settings.card.tax', text: 'settings.card.taxText', icon: IconReceiptTax },
  {
    to: '/vat-schedules',
    title: 'settings.card.vatSchedules',
    text: 'settings.card.vatSchedulesText',
    icon: IconFileSpreadsheet,
  },
  {
    to: '/system-setting',
    title: 'settings.card.systemSetting',
    text: 'settings.card.systemSettingText',
    icon: IconAdjustments,
  },
];

const ACTIONS: readonly SettingsCard[] = [
  {
    to: '/settings/generate-invoices',
    title: 'settings.card.generateInvoices',
    text: 'settings.card.generateInvoicesText',
    icon: IconFileInvoice,
  },
  {
    to: '/settings/apply-fines',
    title: 'settings.card.applyFines',
    text: 'settings.card.applyFinesText',
    icon: IconGavel,
  },
  {
    to: '/settings/fine-arrest',
    title: 'settings.card.fineArrest',
    text: 'settings.card.fineArrestText',
    icon: IconLock,
  },
  {
    to: '/settings/invoice-arrest',
    title: 'settings.card.invoiceArrest',
    text: 'settings.card.invoiceArrestText',
    icon: IconReceiptOff,
  },
];

const RECORDS: readonly SettingsCard[] = [
  {
    to: '/admin-panel',
    title: 'settings.card.accounts',
    text: 'settings.card.accountsText',
    icon: IconUsers,
  },
  { to: '/system-logs', title: 'settings.card.systemLogs', text: 'settings.card.systemLogsText', icon: IconHistory },
];

/** The cards of the settings that the role may use (specification 2, section 2). */
export function SettingsPage() {
  const mayReadBackups = useMay('backup.read');
  const mayReadAudit = useMay('audit.read');
  const setup = useSetup();
  const steps = setup.data?.steps;
  return (
    <Screen path="/settings">
      <Stack gap="lg">
        <ShowSetup load={setup} />
        <CardGroup name={t('settings.group.centre')} cards={CENTRE} steps={steps} />
        <CardGroup name={t('settings.group.rates')} cards={RATES} steps={steps} />
        <CardGroup name={t('settings.group.actions')} cards={ACTIONS} info={<ArrestInfo />} />
        <CardGroup
          name={t('settings.group.records')}
          cards={RECORDS}
          steps={steps}
          further={mayReadBackups && <BackupPanel />}
        />
        {mayReadAudit && <VerificationPanel />}
        <div className={mayReadBackups ? classes.halves : undefined}>
          <SchedulePanel />
          {mayReadBackups && <BackupTablePanel />}
        </div>
        {mayReadBackups && <SheetPanel />}
        <LimitPanel />
        <CashSettingsPanel />
        <CashierDaysPanel />
        <AlarmsPanel />
        <FirstDayPanel what="confirmation" />
        <FirstDayPanel what="counting" />
        <Stack component="section" gap="xs" aria-labelledby="runs">
          <Title order={2} size="h4" id="runs">
            {t('bulk-actions.runs.title')}
          </Title>
          <RunTable />
        </Stack>
        <ServerPanel />
        <ReleaseLine />
      </Stack>
    </Screen>
  );
}

/** Returns the current setting for its card, so that nobody has to open the page to see it. */
function describeStep(row: Setup['steps'][number] | undefined): string | undefined {
  if (row === undefined) return undefined;
  return row.detail ?? t(row.is_done ? 'settings.card.set' : 'settings.card.notSet');
}

/** A button that shows the setup list on the dashboard again. */
function ShowSetup({ load }: { load: Load<Setup | null> }) {
  const mayWrite = useMay('books.write');
  const setup = load.data;
  if (!setup?.is_put_away || !mayWrite) return null;
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => void saySetup(load, setup, { is_put_away: false })}>
        {t('dashboard.setup.showAgain')}
      </Button>
    </Group>
  );
}

interface CardGroupProps {
  name: string;
  cards: readonly SettingsCard[];
  steps?: Setup['steps'] | undefined;
  further?: ReactNode;
  info?: ReactNode;
}

function CardGroup({ name, cards, steps = [], further, info }: CardGroupProps) {
  const id = useId();
  const role = useSession()?.role;
  const links = cards
    .filter(({ to }) => role !== undefined && may(role, to === POSTER ? 'settings.read' : officePages[to].permission))
    .map((card) => ({
      ...card,
      title: t(card.title),
      text: t(card.text),
      isElsewhere: card.to === POSTER,
      state: describeStep(steps.find(({ step }) => step === card.step)),
    }));
  if (links.length === 0 && !further) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Group gap={4}>
        <Title order={2} size="h4" id={id}>
          {name}
        </Title>
        {info}
      </Group>
      <CardLinks links={links}>{further}</CardLinks>
    </Stack>
  );
}
