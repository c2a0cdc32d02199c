import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CallError } from '#web/client.ts';
import type { Load } from './use-load.ts';

interface AsyncStateProps<Data> {
  load: Load<Data>;
  /** The screen's sentence for a failure; what the server said stands below it. */
  failure: string;
  /** Stands in while waiting; some lines unless given. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows what was loaded; a skeleton before, and a retry when it failed. */
export function AsyncState<Data>({ load, failure, skeleton, children }: AsyncStateProps<Data>) {
  if (load.data !== undefined) return children(load.data);
  if (load.isLoading) return <Waiting>{skeleton ?? <SkeletonLines />}</Waiting>;
  return <Failure sentence={failure} error={load.error} retry={load.reload} />;
}

/** Marks a place as waiting, for eyes and for screen readers. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {children}
    </div>
  );
}

/** Grey lines where text will be. */
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

/** Says what failed and why, and offers to try again. */
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
          Try again
        </Button>
      )}
    </Alert>
  );
}

interface EmptyProps {
  /** What is not there. */
  text: string;
  /** What to do about it: a sentence, a button or both. */
  next?: ReactNode;
}

/** Says that there is nothing, and what to do next. */
export function Empty({ text, next }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Text fw={600} ta="center">
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
