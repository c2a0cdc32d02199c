import IconAlertTriangle from 'virtual:icons/alert-triangle';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import type { Load } from './use-load.ts';

interface AsyncStateProps<Data> {
  load: Load<Data>;
  failure: string;
  /** What is shown while loading; grey lines by default. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function AsyncState<Data>({ load, failure, skeleton, children }: AsyncStateProps<Data>) {
  if (load.data !== undefined) return children(load.data);
  if (load.isLoading) return <Waiting>{skeleton ?? <SkeletonLines />}</Waiting>;
  return <Failure sentence={failure} error={load.error} retry={load.reload} />;
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true" role="status" aria-label={t('ui.state.loading')}>
      {children}
    </div>
  );
}

export function SkeletonLines({ count = 6 }: { count?: number }) {
  const lines = Array.from({ length: count }, (_, line) => line);
  return (
    <Stack gap="sm">
      {lines.map((line) => (
        <Skeleton key={line} height={16} width={line === 0 ? '40%' : `${95 - line * 6}%`} />
      ))}
    </Stack>
  );
}

interface FailureProps {
  sentence: string;
  error: unknown;
  retry?: () => void;
}

export function Failure({ sentence, error, retry }: FailureProps) {
  const reason = error instanceof CallError && error.message !== sentence ? error.message : '';
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={sentence} role="alert">
      {reason !== '' && (
        <Text size="sm" mb="sm">
          {reason}
        </Text>
      )}
      {retry && (
        <Button size="xs" variant="default" onClick={retry}>
          {t('ui.state.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}

interface EmptyProps {
  text: string;
  next?: ReactNode;
}

export function Empty({ text, next }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="md" px="md" data-empty>
      <Text fw={700} ta="center">
        {text}
      </Text>
      {typeof next === 'string' ? (
        <Text c="dimmed" size="sm" ta="center">
          {next}
        </Text>
      ) : (
        next
      )}
    </Stack>
  );
}
