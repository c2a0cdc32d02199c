import { SimpleGrid } from '@mantine/core';
import type { RentRollAnswer } from '#contract/reports.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';

export function RentRollPanel({ roll: { totals, shops } }: { roll: RentRollAnswer }) {
  const { rent, operation_fee, billed, paid, due, due_in_all, deposit_held, rent_not_earned } = totals;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <FigureCard
        name={t('reports.rentRoll.shops')}
        figure={formatNumber(shops.count)}
        about={t('reports.rentRoll.shopsAbout', { let: shops.let, vacant: shops.vacant })}
      />
      <FigureCard
        name={t('reports.rentRoll.vacancy')}
        figure={t('reports.rentRoll.percent', { percent: shops.vacancy_of_shops })}
        about={t('reports.rentRoll.vacancyAbout', {
          percent: shops.vacancy_of_rent,
          rent: formatMoney(rent_not_earned),
        })}
      />
      <FigureCard
        name={t('reports.rentRoll.rent')}
        figure={formatMoney(rent)}
        about={t('reports.rentRoll.rentAbout', { fee: formatMoney(operation_fee) })}
      />
      <FigureCard
        name={t('reports.rentRoll.deposit')}
        figure={formatMoney(deposit_held)}
        about={t('reports.rentRoll.depositAbout')}
      />
      <FigureCard
        name={t('reports.rentRoll.billed')}
        figure={formatMoney(billed.total)}
        about={t('reports.rentRoll.billedAbout')}
      />
      <FigureCard
        name={t('reports.rentRoll.paid')}
        figure={formatMoney(paid)}
        about={t('reports.rentRoll.paidAbout')}
      />
      <FigureCard name={t('reports.rentRoll.due')} figure={formatMoney(due)} about={t('reports.rentRoll.paidAbout')} />
      <FigureCard
        name={t('reports.rentRoll.dueInAll')}
        figure={formatMoney(due_in_all)}
        about={t('reports.rentRoll.dueInAllAbout')}
      />
    </SimpleGrid>
  );
}
