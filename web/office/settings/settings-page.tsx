import { Stack, Title } from '@mantine/core';
import { BackupTablePanel } from '../backup/backup-table.tsx';
import { RunTable } from '../bulk-actions/run-table.tsx';
import { SchedulePanel } from '../schedule/schedule-panel.tsx';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import classes from './settings.module.css';
import { SettingsCards } from './settings-cards.tsx';

/** The ways to rates, actions, people and records, and what the server does by itself. */
export function SettingsPage() {
  const maySeeCopies = useMay('backup.read');
  return (
    <Screen path="/settings">
      <Stack gap="lg">
        <SettingsCards />
        <div className={maySeeCopies ? classes.halves : undefined}>
          <SchedulePanel />
          {maySeeCopies && <BackupTablePanel />}
        </div>
        <Stack component="section" gap="xs" aria-labelledby="runs">
          <Title order={2} size="h4" id="runs">
            What ran last
          </Title>
          <RunTable />
        </Stack>
      </Stack>
    </Screen>
  );
}
