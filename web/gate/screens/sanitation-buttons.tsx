import { cents } from '#billing/money.ts';
import type { sanitationPrices as offered } from '#contract/tickets.ts';
import type { TicketEntry } from '../engine/entries.ts';
import { Fault } from './fault.tsx';
import { countText } from './format-entry.ts';
import { useIssue } from './use-issue.ts';

/** The contract's prices; the compiler holds them to it, and the schemas stay off the phone. */
const sanitationPrices: typeof offered = [20, 100];

/** One tap a ticket: the two prices, told apart by size of figure, colour and place. */
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
          onClick={() => issue({ subject: 'sanitation', price }, cents(price * 100))}
        >
          <span className="figure">
            <small>Rs</small> {price}
          </span>
          <span className="count">{countText(countOf(price), 'ticket')} in this shift</span>
        </button>
      ))}
      <Fault>{failure}</Fault>
    </div>
  );
}
