import { Stack } from '@mantine/core';
import { alerts } from '#contract/alerts.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from '../centre/centre-page.tsx';
import { AlertSettingsForm } from './alert-settings-form.tsx';
import { AlertStatusPanel } from './alert-status-panel.tsx';

export function AlertSettingsPage() {
  const load = useLoad('alert settings', (signal) => api(alerts.getSettings, {}, { signal }));
  const status = useLoad('alert status', (signal) => api(alerts.getStatus, {}, { signal }));
  const reload = () => {
    load.reload();
    status.reload();
  };
  return (
    <CentrePage
      path="/settings/alerts"
      subtitle="alerts.page.subtitle"
      load={load}
      publicPath="/alerts"
      event="Alert Settings Changed"
    >
      {(stored) => (
        <Stack gap="lg" maw={760}>
          <AlertStatusPanel load={status} />
          <AlertSettingsForm stored={stored} onSaved={reload} />
        </Stack>
      )}
    </CentrePage>
  );
}
