import { Button, Card, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { factors, type Passkey } from '#contract/factors.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

interface FactorPanelProps {
  id: string;
  title: string;
  about: string;
  children: ReactNode;
}

export function FactorPanel({ id, title, about, children }: FactorPanelProps) {
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md">
      <Title order={2} size="h4" id={id} mb="var(--space-2)">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      {children}
    </Card>
  );
}

interface FactorLineProps {
  name: string;
  factor: Pick<Passkey, 'created_at' | 'used_at'>;
  onRemove: () => void;
}

export function FactorLine({ name, factor: { created_at, used_at }, onRemove }: FactorLineProps) {
  const times = [
    t('factors.page.added', { time: formatInstant(created_at) }),
    ...(used_at === null ? [] : [t('factors.page.used', { time: formatInstant(used_at) })]),
  ];
  return (
    <Group justify="space-between" wrap="nowrap" mb="sm">
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={700}>
          {name}
        </Text>
        {times.map((time) => (
          <Text key={time} size="xs" c="dimmed">
            {time}
          </Text>
        ))}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('ui.table.rowAction', { action: t('factors.page.remove'), name })}
        onClick={onRemove}
        style={{ flexShrink: 0 }}
      >
        {t('factors.page.remove')}
      </Button>
    </Group>
  );
}

interface Removal {
  id: number;
  title: string;
  body: string;
}

export async function removeOwnFactor({ id, title, body }: Removal, onRemoved: () => void): Promise<void> {
  const isOver = await confirmAndCall(
    { title, body, action: t('factors.page.remove'), isDangerous: true },
    { call: () => api(factors.remove, { params: { id: String(id) } }), failed: t('factors.page.removeFailed') },
  );
  if (isOver) onRemoved();
}
