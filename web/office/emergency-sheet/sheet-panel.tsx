import IconAlertTriangle from 'virtual:icons/alert-triangle';
import IconShieldCheck from 'virtual:icons/shield-check';
import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type EmergencySheetState, emergencySheet } from '#contract/emergency-sheet.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';

function useSheet() {
  return useLoad('emergency-sheet', (signal) => api(emergencySheet.state, {}, { signal }));
}

export function SheetPanel() {
  const load = useSheet();
  return (
    <Stack component="section" aria-labelledby="emergency-sheet" gap="sm">
      <Title order={2} size="h4" id="emergency-sheet">
        {t('emergency-sheet.card.title')}
      </Title>
      <AsyncState load={load} failure={t('emergency-sheet.card.failed')} skeleton={<Skeleton height={60} />}>
        {(state) => <SheetAlert state={state} />}
      </AsyncState>
      <PrintSheet reload={load.reload} />
    </Stack>
  );
}

/** Shows a warning if the printed sheet is no longer right or must be looked for; otherwise nothing. */
export function SheetNotice() {
  const { data: state, reload } = useSheet();
  if (state?.state !== 'changed' && state?.state !== 'due') return null;
  return (
    <SheetAlert state={state} title={t('emergency-sheet.card.title')}>
      <PrintSheet reload={reload} />
    </SheetAlert>
  );
}

function PrintSheet({ reload }: { reload: () => void }) {
  const print = async () => {
    try {
      saveBlob(await apiFile(emergencySheet.print, {}), 'emergency-sheet.pdf');
      reload();
    } catch {
      toastFailed(t('emergency-sheet.card.printFailed'), 5);
    }
  };
  return (
    <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => void print()}>
      {t('emergency-sheet.card.print')}
    </Button>
  );
}

interface SheetAlertProps {
  state: EmergencySheetState;
  title?: string;
  children?: ReactNode;
}

function SheetAlert({ state: { state, changed, printed_at, printed_by }, title, children }: SheetAlertProps) {
  const isCurrent = state === 'current';
  return (
    <Alert
      color={isCurrent ? 'leaf' : 'yellow'}
      icon={isCurrent ? <IconShieldCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
      role="status"
    >
      <Text size="sm">{t(`emergency-sheet.card.${state}`, { changed: changed.join(', ') })}</Text>
      {printed_at !== null && (
        <Text size="xs" c="dimmed">
          {t('emergency-sheet.card.last', { time: formatInstant(printed_at), person: printed_by ?? '' })}
        </Text>
      )}
      {children}
    </Alert>
  );
}
