import { dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { ShiftClosing } from '../engine/entries.ts';
import { Difference, Sum } from './close-shift.tsx';
import { countText, minuteOf, rupeesText } from './format-entry.ts';

const WHERE: Record<ShiftClosing['state'], string> = {
  waiting: 'Waiting to be sent. These are the figures of this phone.',
  sent: 'The server has it.',
  refused: 'The server has not taken it. See above.',
  told: 'The server has not taken it. The office knows.',
};

/** The shift that was closed last, for handing over. */
export function ShiftSummary({ closing }: { closing: ShiftClosing }) {
  const { opened, at, tickets, opening, expected, counted, reason, state } = closing;
  return (
    <section className="card" aria-labelledby="summary-title">
      <h2 id="summary-title">Shift closed</h2>
      <p>
        {formatOfficeDay(dayOf(opened))}, {minuteOf(opened)} to {minuteOf(at)}
      </p>
      <dl className="sums">
        <Sum name="Cash at the opening" text={rupeesText(opening)} />
        <Sum name={countText(tickets, 'ticket')} text={rupeesText(cents(expected - opening))} />
        <Sum name="Expected" text={rupeesText(expected)} isStrong />
        <Sum name="Counted" text={rupeesText(counted)} isStrong />
        <Difference amount={cents(counted - expected)} />
        {reason !== '' && <Sum name="Reason" text={reason} />}
      </dl>
      <p className="field-hint" role="status">
        {WHERE[state]}
      </p>
    </section>
  );
}
