import IconDatabaseImport from 'virtual:icons/database-import';
import { Alert, Button, FileButton, Paper, Progress, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { t } from '#web/i18n/t.ts';

interface ChooseFileProps {
  label: string;
  accept: string;
  hint: string;
  isSending: boolean;
  choose: (file: File) => void;
}

export function ChooseFile({ label, accept, hint, isSending, choose }: ChooseFileProps) {
  const resetRef = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (file) choose(file);
    // Without this the same file could not be chosen again.
    resetRef.current?.();
  };
  return (
    <Paper withBorder p="lg" style={{ borderStyle: 'dashed' }}>
      <Stack gap="xs" align="center">
        <FileButton resetRef={resetRef} onChange={take} accept={accept} inputProps={{ 'aria-label': label }}>
          {(button) => (
            <Button {...button} loading={isSending} leftSection={<IconDatabaseImport size={18} aria-hidden />}>
              {t('imports.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
    </Paper>
  );
}

export function FileFault({ title, name, fault }: { title: string; name: string; fault: string | null }) {
  return (
    <Alert color="red" role="alert" title={title}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}: {fault}
      </Text>
    </Alert>
  );
}

interface TaskProgressProps {
  title: string;
  label: string;
  step: string | undefined;
  done: number;
  /** 0 if it is unknown how much there is to do. */
  total: number;
  hint: string;
  children?: ReactNode;
}

export function TaskProgress({ title, label, step, done, total, hint, children }: TaskProgressProps) {
  return (
    <Stack gap="sm">
      <Text role="status">{title}</Text>
      {step !== undefined && <Text size="sm">{step}</Text>}
      <Progress value={total === 0 ? 100 : (100 * done) / total} animated={total === 0} aria-label={label} />
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {children}
    </Stack>
  );
}
