import { SimpleGrid } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { type ActionEffect, actionText, type ManualActionInfo } from './describe-action.ts';

interface TotalsPanelProps {
  action: ManualActionInfo;
  effect: ActionEffect;
  isDone: boolean;
}

export function TotalsPanel({ action, effect, isDone }: TotalsPanelProps) {
  const { count, total_amount, results, within_grace = 0 } = effect;
  const countOf = (status: string) => results.filter((result) => result.status === status).length;
  const failed = countOf('failed');
  const skipped = countOf('skipped');
  const reasons = t('bulk-actions.totals.reasons');
  const grace = within_grace > 0 ? t('bulk-actions.totals.withinGrace', { count: within_grace }) : reasons;
  return (
    <SimpleGrid cols={{ base: 1, xs: failed > 0 ? 2 : 3, lg: failed > 0 ? 4 : 3 }} spacing="sm">
      <FigureCard
        name={actionText(action, isDone ? 'did' : 'will')}
        figure={actionText(action, 'count', count)}
        isMain
      />
      <FigureCard name={actionText(action, 'total')} figure={formatMoney(total_amount)} />
      <FigureCard
        name={t('bulk-actions.totals.skipped')}
        figure={formatNumber(skipped)}
        {...(skipped + within_grace > 0 && { about: grace })}
      />
      {failed > 0 && (
        <FigureCard name={t('bulk-actions.totals.failed')} figure={formatNumber(failed)} about={reasons} />
      )}
    </SimpleGrid>
  );
}
