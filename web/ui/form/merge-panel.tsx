import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '#web/i18n/t.ts';
import type { FormConflict } from './use-merge.ts';

export function MergePanel({ conflict }: { conflict: FormConflict }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (conflict) panel.current?.focus();
  }, [conflict]);
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      role="alert"
      color="turmeric"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('ui.merge.title')}
    >
      <Stack gap="sm">
        <Text size="sm">{t('ui.merge.body')}</Text>
        <List size="sm">
          {conflict.changes.map(({ field, label, before, now, mine }) => (
            <List.Item key={field} style={{ overflowWrap: 'anywhere' }}>
              {before === now ? t('ui.merge.replaced', { label }) : t('ui.merge.change', { label, before, now })}
              {mine !== undefined && <b> {t('ui.merge.mine', { mine })}</b>}
            </List.Item>
          ))}
        </List>
        <Group gap="sm">
          <Button variant="default" onClick={conflict.takeStored}>
            {t('ui.merge.takeStored')}
          </Button>
          <Button variant="default" onClick={conflict.keepMine}>
            {t('ui.merge.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
