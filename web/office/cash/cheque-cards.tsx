import { type ChequeSums, DAYS_OF_ENDED_CHEQUES } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { placeOf } from '../place-of.ts';

const CARDS = [
  { list: 'in_hand', isEnded: false },
  { list: 'paid_in', isEnded: false },
  { list: 'cleared', isEnded: true },
  { list: 'returned', isEnded: true },
] as const satisfies { list: keyof ChequeSums; isEnded: boolean }[];

/** Shows the sums of cheques by what has happened to them last, each with a link to its list. */
export function ChequeCards({ sums }: { sums: ChequeSums }) {
  return CARDS.map(({ list, isEnded }) => {
    const { count, amount } = sums[list];
    return (
      <FigureCard
        key={list}
        name={t(`cash.cheques.sum.${list}`)}
        figure={formatMoney(amount)}
        about={
          isEnded
            ? t('cash.cheques.countOfDays', { count, days: DAYS_OF_ENDED_CHEQUES })
            : t('cash.cheques.count', { count })
        }
        to={placeOf('/cheques', { state: list })}
      />
    );
  });
}
