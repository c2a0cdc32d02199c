import { SimpleGrid } from '@mantine/core';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { FigureCard } from '../dashboard/figure-panel.tsx';
import type { ActionEffect, ActionText } from './describe-action.ts';

interface EffectFiguresProps {
  words: ActionText;
  effect: ActionEffect;
  /** It was done; else it would be. */
  isDone: boolean;
}

/** The totals of an action: how many, how much, and how many it passes over. */
export function TotalsPanel({ words, effect, isDone }: EffectFiguresProps) {
  const { count, total_amount, results, within_grace = 0 } = effect;
  const countOf = (status: string) => results.filter((result) => result.status === status).length;
  const failed = countOf('failed');
  const skipped = countOf('skipped');
  const grace = within_grace > 0 ? `${formatNumber(within_grace)} within their grace days` : 'the reasons are below';
  return (
    <SimpleGrid cols={{ base: 1, xs: failed > 0 ? 2 : 3, lg: failed > 0 ? 4 : 3 }} spacing="sm">
      <FigureCard name={isDone ? words.did : words.will} figure={words.things(count)} isMain />
      <FigureCard name={`${words.amount}, in all`} figure={formatMoney(total_amount)} />
      <FigureCard name="Skipped" figure={formatNumber(skipped)} {...(skipped + within_grace > 0 && { about: grace })} />
      {failed > 0 && <FigureCard name="Failed" figure={formatNumber(failed)} about="the reasons are below" />}
    </SimpleGrid>
  );
}
