import { cents } from '#billing/money.ts';
import type { sanitationPrices as offered } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import type { TicketEntry } from '../engine/entries.ts';
import { Fault } from './field.tsx';
import { useIssue } from './use-issue.ts';

/** The contract's prices. An import would load its schemas too. */
const sanitationPrices: typeof offered = [20, 100];

export function SanitationButtons({ tickets }: { tickets: readonly TicketEntry[] }) {
  const { issue, isResting, failure } = useIssue();
  const countOf = (price: number) =>
    tickets.filter(({ kind }) => kind.subject === 'sanitation' && kind.price === price).length;
  return (
    <div className="prices">
      {sanitationPrices.map((price) => (
        <button
          key={price}
          type="button"
          className={`issue price-${price}`}
          disabled={isResting}
          onClick={() => void issue({ subject: 'sanitation', price }, cents(price * 100))}
        >
          <span className="figure">
            <small>{t('shared.money.rs')}</small> {price}
          </span>
          <span className="count">{t('gate-app.sanitation.count', { count: countOf(price) })}</span>
        </button>
      ))}
      <Fault>{failure}</Fault>
    </div>
  );
}
