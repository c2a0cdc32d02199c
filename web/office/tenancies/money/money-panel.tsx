import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { TenancyFile } from '#contract/tenancies.ts';
import type { TenancyAction } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useMay } from '../../session/use-may.ts';
import { actionsOn, figuresOf, isPossible, type MoneySource } from './describe-money.ts';
import { MoneyDialog } from './money-dialog.tsx';
import classes from './money-panel.module.css';

const SOURCES = ['due', 'credit', 'deposit'] as const satisfies readonly MoneySource[];

interface MoneyPanelProps {
  file: TenancyFile;
  onChanged: () => void;
}

export function MoneyPanel({ file, onChanged }: MoneyPanelProps) {
  const mayWrite = useMay('books.write');
  const [action, setAction] = useState<TenancyAction>();
  const close = () => setAction(undefined);
  const figures = figuresOf(file);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('tenancies.money.title')}>
      <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
        {SOURCES.map((source) => (
          <div key={source} className={classes.figure}>
            <Text size="sm" c="dimmed" component="dt">
              {t(`tenancies.money.${source}`)}
            </Text>
            <Text component="dd" m={0} fw={700} fz={source === 'due' ? '1.75rem' : '1.15rem'} lh={1.3}>
              {formatMoney(figures[source])}
            </Text>
            {source === 'deposit' && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {t('tenancies.money.depositAbout')}
              </Text>
            )}
            {mayWrite && <ActionButtons file={file} source={source} choose={setAction} />}
          </div>
        ))}
      </dl>
      {action !== undefined && (
        <MoneyDialog
          file={file}
          action={action}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </Paper>
  );
}

interface ActionButtonsProps {
  file: TenancyFile;
  source: MoneySource;
  choose: (action: TenancyAction) => void;
}

function ActionButtons({ file, source, choose }: ActionButtonsProps) {
  const possible = actionsOn(source).filter((action) => isPossible(action, file));
  if (possible.length === 0) return null;
  return (
    <Group gap="xs" mt={6} component="dd" m={0}>
      {possible.map((action) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          {...(action === 'debt_written_off' && { c: 'var(--mantine-color-error)' })}
          onClick={() => choose(action)}
        >
          {t(`tenancies.money.action.${action}`)}
        </Button>
      ))}
    </Group>
  );
}
