import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { figuresOf, type TenancyMoney } from '../money/describe-money.ts';
import classes from './end-tenancy.module.css';

interface FigurePanelProps {
  title: string;
  money: TenancyMoney | undefined;
  dueName?: string;
  children?: ReactNode;
}

export function FigurePanel({ title, money, dueName = t('tenancies.money.due'), children }: FigurePanelProps) {
  const figures = money && figuresOf(money);
  const names = [
    ['due', dueName],
    ['credit', t('tenancies.money.credit')],
    ['deposit', t('tenancies.money.deposit')],
  ] as const;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <dl className={classes.list}>
        {names.map(([source, name]) => (
          <div key={source} className={classes.line}>
            <Text size="sm" c="dimmed" component="dt">
              {name}
            </Text>
            <Text component="dd" m={0} ml="auto" fw={source === 'due' ? 700 : 500}>
              {figures ? formatMoney(figures[source]) : '–'}
            </Text>
          </div>
        ))}
      </dl>
      {children}
    </Paper>
  );
}
