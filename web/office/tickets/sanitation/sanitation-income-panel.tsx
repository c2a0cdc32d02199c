import { Skeleton } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import type { sanitationTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { Waiting } from '#web/ui/async-state.tsx';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import type { Load } from '#web/ui/use-load.ts';
import styles from './sanitation-income-panel.module.css';

type Breakdown = Answer<typeof sanitationTickets.breakdown>;
type Incomes = Breakdown['today'];

const NONE = { totalIncome: 0, ticketCount: 0 };
const ZEROS: Incomes = { all: NONE, price20: NONE, price100: NONE };

const PRICES = [
  { price: 20, key: 'price20' },
  { price: 100, key: 'price100' },
] as const;

type Time = 'today' | 'month';

/** Incomes; those of one price link to its tickets. Zero when loading fails. */
export function SanitationIncomePanel({ load }: { load: Load<Breakdown> }) {
  if (load.data === undefined && load.isLoading) return <WaitingCards />;
  const { today = ZEROS, this_month = ZEROS } = load.data ?? {};
  return (
    <div className={styles.cards}>
      <CardsOf time="today" incomes={today} />
      <CardsOf time="month" incomes={this_month} />
    </div>
  );
}

function CardsOf({ time, incomes }: { time: Time; incomes: Incomes }) {
  const range = time === 'month' ? '&range=month' : '';
  return (
    <>
      <FigureCard name={t(`tickets.income.${time}`)} {...figuresOf(incomes.all)} isMain />
      {PRICES.map(({ price, key }) => (
        <FigureCard
          key={key}
          name={t(`tickets.income.${time}Of`, { price })}
          {...figuresOf(incomes[key])}
          to={`/sanitation-ticketing?price=${price}${range}`}
        />
      ))}
    </>
  );
}

function figuresOf({ totalIncome, ticketCount }: typeof NONE): { figure: string; about: string } {
  return {
    figure: formatMoney(totalIncome),
    about: t('tickets.income.count', { count: ticketCount }),
  };
}

function WaitingCards() {
  return (
    <Waiting>
      <div className={styles.cards}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={88} />
        ))}
      </div>
    </Waiting>
  );
}
