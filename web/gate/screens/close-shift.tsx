import './shift.css';
import { useState } from 'react';
import { type Cents, cents } from '#billing/money.ts';
import type { OpenShiftState } from '../engine/entries.ts';
import { Field } from './field.tsx';
import { cashIn, countText, minuteOf, rupeesText } from './format-entry.ts';
import { useGate } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** The end of a shift: what is counted, what is expected, and why they differ if they do. */
export function CloseShift({ shift, onDone }: { shift: OpenShiftState; onDone: () => void }) {
  const gate = useGate();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const { failure, run } = useGateAction('This phone could not keep the closing.');
  const counted = cashIn(text);
  const difference = counted === undefined ? undefined : cents(counted - shift.expected);
  const isUnexplained = difference !== 0 && reason.trim() === '';
  return (
    <section className="card">
      <h2>Close the shift</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (counted === undefined || isUnexplained) return;
          run(async () => {
            await gate.closeShift(counted, reason.trim());
            onDone();
          });
        }}
      >
        <Field
          label="Counted cash in the box"
          unit="Rs"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          fault={text !== '' && counted === undefined ? 'Enter an amount, such as 1250.' : failure}
          onType={setText}
        />
        <dl className="sums">
          <Sum name={`Cash at ${minuteOf(shift.opened)}`} text={rupeesText(shift.opening)} />
          <Sum
            name={countText(shift.tickets.length, 'ticket')}
            text={rupeesText(cents(shift.expected - shift.opening))}
          />
          <Sum name="Expected" text={rupeesText(shift.expected)} isStrong />
          {difference !== undefined && <Difference amount={difference} />}
        </dl>
        {shift.refused > 0 && (
          <p className="warn">
            {countText(shift.refused, 'ticket')} that the server refused {shift.refused === 1 ? 'is' : 'are'} not in
            this sum. Say so in the reason.
          </p>
        )}
        {difference !== undefined && difference !== 0 && (
          <Field label="Why does it differ?" value={reason} maxLength={200} onType={setReason} />
        )}
        <button type="submit" className="main" disabled={counted === undefined || isUnexplained}>
          Close shift
        </button>
        <button type="button" onClick={onDone}>
          Go on issuing
        </button>
      </form>
    </section>
  );
}

/** One line of the count. */
export function Sum({ name, text, isStrong = false }: { name: string; text: string; isStrong?: boolean }) {
  return (
    <div className={isStrong ? 'strong' : undefined}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** Counted less expected, with the word for it. */
export function Difference({ amount }: { amount: Cents }) {
  const word = amount === 0 ? 'exact' : amount > 0 ? 'too much' : 'too little';
  return (
    <div className={amount === 0 ? 'strong exact' : 'strong differs'}>
      <dt>Difference</dt>
      <dd>
        {amount === 0 ? 'Rs 0' : rupeesText(cents(Math.abs(amount)))}, {word}
      </dd>
    </div>
  );
}
