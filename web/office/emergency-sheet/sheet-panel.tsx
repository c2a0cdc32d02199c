import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type EmergencySheetState, emergencySheet } from '#contract/emergency-sheet.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';

export function SheetPanel() {
  const load = useLoad('emergency-sheet', (signal) => api(emergencySheet.state, {}, { signal }));
  const print = async () => {
    try {
      saveBlob(await apiFile(emergencySheet.print, {}), 'emergency-sheet.pdf');
      load.reload();
    } catch {
      toastFailed(t('emergency-sheet.card.printFailed'), 5);
    }
  };
  return (
    <Stack component="section" aria-labelledby="emergency-sheet" gap="sm">
      <Title order={2} size="h4" id="emergency-sheet">
        {t('emergency-sheet.card.title')}
      </Title>
      <AsyncState load={load} failure={t('emergency-sheet.card.failed')} skeleton={<Skeleton height={60} />}>
        {(state) => <SheetAlert state={state} />}
      </AsyncState>
      <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => void print()}>
        {t('emergency-sheet.card.print')}
      </Button>
    </Stack>
  );
}

function SheetAlert({ state: { state, changed, printed_at, printed_by } }: { state: EmergencySheetState }) {
  const isCurrent = state === 'current';
  return (
    <Alert
      color={isCurrent ? 'leaf' : 'yellow'}
      icon={isCurrent ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      role="status"
    >
      <Text size="sm">{t(`emergency-sheet.card.${state}`, { changed: changed.join(', ') })}</Text>
      {printed_at !== null && (
        <Text size="xs" c="dimmed">
          {t('emergency-sheet.card.last', { time: formatInstant(printed_at), person: printed_by ?? '' })}
        </Text>
      )}
    </Alert>
  );
}
