import { useState } from 'react';
import { type Cents, cents } from '#billing/money.ts';
import type { sanitationPrices as offered, SanitationPrice } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import type { TicketEntry } from '../engine/entries.ts';
import { Fault } from './field.tsx';
import { rupeesText } from './format-entry.ts';
import { useIssue } from './use-issue.ts';

/** The contract's prices. An import would load its schemas too. */
const sanitationPrices: typeof offered = [20, 100];
const QUANTITIES = [1, 2, 3, 5] as const;

export function SanitationButtons({ tickets }: { tickets: readonly TicketEntry[] }) {
  const { issue, isFull, failure } = useIssue();
  const [quantity, setQuantity] = useState(1);
  const tap = (price: SanitationPrice) => {
    void issue({ subject: 'sanitation', price }, amountOf(price), quantity);
    setQuantity(1);
  };
  return (
    <div className="prices arrives">
      <fieldset className="modes quantities">
        <legend className="unseen">{t('gate-app.sanitation.quantity')}</legend>
        {QUANTITIES.map((count) => (
          <label key={count}>
            <input
              type="radio"
              name="quantity"
              checked={count === quantity}
              onChange={() => setQuantity(count)}
              aria-label={t('gate-app.shift.tickets', { count })}
            />
            <span aria-hidden>× {count}</span>
          </label>
        ))}
      </fieldset>
      {sanitationPrices.map((price) => (
        <button
          key={price}
          type="button"
          className={`issue price-${price}`}
          disabled={isFull}
          onClick={() => tap(price)}
        >
          <span className="figure">
            <small>{t('shared.money.rs')}</small> {price}
          </span>
          <span className="count">
            {quantity === 1
              ? t('gate-app.sanitation.count', { count: countOf(tickets, price) })
              : t('gate-app.sanitation.several', { count: quantity, sum: rupeesText(amountOf(price * quantity)) })}
          </span>
        </button>
      ))}
      <Fault>{failure}</Fault>
    </div>
  );
}

function amountOf(rupees: number): Cents {
  return cents(rupees * 100);
}

function countOf(tickets: readonly TicketEntry[], price: SanitationPrice): number {
  return tickets.filter(({ kind }) => kind.subject === 'sanitation' && kind.price === price).length;
}
