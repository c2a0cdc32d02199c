import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { listColumnTitles, USUAL_COLUMNS } from './invoice-table.tsx';
import type { ColumnChoice, Columns } from './use-columns.ts';

export function ColumnsPanel({ choice }: { choice: ColumnChoice }) {
  const [isLastKept, setIsLastKept] = useState(false);
  const titles = listColumnTitles();
  const choose = (columns: Columns) => {
    setIsLastKept(false);
    choice.choose(columns);
  };
  const tick = (ticked: string[]) => {
    const columns = titles.map(({ name }) => name).filter((name) => ticked.includes(name));
    if (columns.length === 0) return setIsLastKept(true);
    const isUsual = columns.length === USUAL_COLUMNS.length && USUAL_COLUMNS.every((name) => columns.includes(name));
    return choose(isUsual ? null : columns);
  };
  return (
    // In the landmark of its button.
    <Popover position="bottom-start" shadow="md" width={280} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />} loading={choice.isLoading}>
          {t('invoices.columns.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="min(60vh, 32rem)" style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => choose(titles.map(({ name }) => name))}>
              {t('invoices.columns.all')}
            </Button>
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              {t('invoices.columns.usual')}
            </Button>
          </Group>
          {choice.isFailed && (
            <Text size="sm" role="alert">
              {t('invoices.columns.notLoaded')}{' '}
              <Button size="compact-sm" variant="subtle" onClick={choice.reload}>
                {t('invoices.columns.again')}
              </Button>
            </Text>
          )}
          <Checkbox.Group
            label={t('invoices.columns.button')}
            value={[...(choice.columns ?? USUAL_COLUMNS)]}
            onChange={tick}
            error={isLastKept && t('invoices.columns.last')}
          >
            <Stack gap={6}>
              {titles.map(({ name, title }) => (
                <Checkbox key={name} value={name} label={title} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
