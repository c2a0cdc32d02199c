import { Alert, Stack } from '@mantine/core';
import { type TaxSetupAnswer, tax } from '#contract/tax.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { TaxSettingsForm } from './tax-settings-form.tsx';

export function TaxSettingsPage() {
  const load = useLoad('tax settings', (signal) => api(tax.getSetup, {}, { signal }));
  return (
    <Screen path="/settings/tax" subtitle={t('tax.settings.subtitle')}>
      <AsyncState load={load} failure={t('tax.settings.failed')}>
        {(setup) => (
          <Stack gap="lg" maw={900}>
            <Alert>{describeStart(setup)}</Alert>
            <TaxSettingsForm stored={setup} onSaved={load.reload} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function describeStart({ registered_from, form_from }: TaxSetupAnswer): string {
  if (registered_from === null) return t('tax.settings.off');
  return t('tax.settings.on', { day: formatOfficeDay(registered_from > form_from ? registered_from : form_from) });
}
