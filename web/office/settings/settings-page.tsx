import IconQrcode from 'virtual:icons/qrcode';
import cards from 'virtual:office/cards/settings';
import { Button, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { t } from '#web/i18n/t.ts';
import { type CardLink, CardLinks } from '#web/ui/card-links.tsx';
import { OneOfSeveral } from '#web/ui/form/form-frame.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { SideList } from '#web/ui/side-list.tsx';
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
import type { OfficeCard } from '../page.ts';
import { usePageCards } from '../page-cards.ts';
import { SchedulePanel } from '../schedule/schedule-panel.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { TenantPagesPanel } from '../tenant-pages/settings-panel.tsx';
import { ReleaseLine } from './release-line.tsx';
import { ServerPanel } from './server-panel.tsx';
import classes from './settings-page.module.css';

/** The cards of the settings that the role may use (specification 2, section 2). */
export function SettingsPage() {
  const mayReadBackups = useMay('backup.read');
  const mayReadAudit = useMay('audit.read');
  const hasRoom = useHasRoom();
  const poster = usePoster();
  const setup = useSetup();
  const steps = setup.data?.steps;
  return (
    <Screen path="/settings">
      <OneOfSeveral value>
        <SideList>
          <Stack gap={hasRoom ? 'lg' : 'md'}>
            <ShowSetup load={setup} />
            <CardGroup name={t('settings.group.centre')} group="centre" steps={steps} further={poster} />
            <CardGroup name={t('settings.group.rates')} group="rates" steps={steps} />
            <CardGroup name={t('settings.group.actions')} group="actions" info={<ArrestInfo />} />
            <CardGroup
              name={t('settings.group.records')}
              group="records"
              steps={steps}
              panel={mayReadBackups && <BackupPanel />}
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
            <TenantPagesPanel />
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
        </SideList>
      </OneOfSeveral>
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

/** The card of a paper to print, which is not a page of the office. */
function usePoster(): CardLink[] {
  const mayRead = useMay('settings.read');
  if (!mayRead) return [];
  const title = t('settings.card.poster');
  return [{ title, text: t('settings.card.posterText'), to: '/print/poster', icon: IconQrcode, isElsewhere: true }];
}

interface CardGroupProps {
  name: string;
  group: OfficeCard['group'];
  steps?: Setup['steps'] | undefined;
  further?: readonly CardLink[];
  panel?: ReactNode;
  info?: ReactNode;
}

function CardGroup({ name, group, steps = [], further = [], panel, info }: CardGroupProps) {
  const id = useId();
  const ofGroup = usePageCards(cards.filter((card) => card.group === group));
  const states = new Map(
    cards.map(({ path, step }) => [path as string, describeStep(steps.find((row) => row.step === step))]),
  );
  const links = [...ofGroup.map((link) => ({ ...link, state: states.get(link.to) })), ...further];
  if (links.length === 0 && !panel) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Group gap="var(--space-2)">
        <Title order={2} size="h4" id={id}>
          {name}
        </Title>
        {info}
      </Group>
      <CardLinks links={links} isNarrow>
        {panel}
      </CardLinks>
    </Stack>
  );
}
