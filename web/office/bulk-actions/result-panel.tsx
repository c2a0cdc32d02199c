import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileInvoice, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ActionEffect, ActionText } from './describe-action.ts';
import { EffectTable } from './effect-table.tsx';
import { StageTitle } from './stage-title.tsx';
import { TotalsPanel } from './totals-panel.tsx';

interface ActionResultProps {
  words: ActionText;
  effect: ActionEffect;
  runAgain: () => void;
  checkAgain: () => void;
}

/** What the action did, one by one; what failed can be tried again, for nothing is done twice. */
export function ResultPanel({ words, effect, runAgain, checkAgain }: ActionResultProps) {
  const failed = effect.results.filter(({ status }) => status === 'failed').length;
  return (
    <Stack gap="md">
      <StageTitle>Result</StageTitle>
      <Alert
        color={failed > 0 ? 'red' : 'leaf'}
        role={failed > 0 ? 'alert' : 'status'}
        icon={failed > 0 ? <IconAlertTriangle aria-hidden /> : <IconCheck aria-hidden />}
      >
        {effect.message}
        {failed > 0 && ' What failed can be run again: nothing is done twice.'}
      </Alert>
      <TotalsPanel words={words} effect={effect} isDone />
      <Group gap="sm">
        {failed > 0 && <Button onClick={runAgain}>Run again</Button>}
        <ToInvoices />
        <CheckAgain checkAgain={checkAgain} />
      </Group>
      <EffectTable words={words} results={effect.results} isDone />
    </Stack>
  );
}

/** The way to what was made. */
export function ToInvoices() {
  return (
    <Button component={Link} to="/invoices" variant="default" leftSection={<IconFileInvoice size={18} aria-hidden />}>
      To the invoices
    </Button>
  );
}

/** Back to a preview, made anew. */
export function CheckAgain({ checkAgain }: { checkAgain: () => void }) {
  return (
    <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={checkAgain}>
      Check again
    </Button>
  );
}
