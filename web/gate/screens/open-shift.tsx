import { useState } from 'react';
import { cents } from '#billing/money.ts';
import { lastClosingOf } from '../engine/entries.ts';
import { Field } from './field.tsx';
import { cashIn, rupeesText } from './format-entry.ts';
import { ShiftSummary } from './shift-summary.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** Before the first ticket: the cash in the box is counted, or said to be none with one tap. */
export function OpenShift() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction('This phone could not keep the shift.');
  const closing = lastClosingOf(entries, phone.person?.email ?? '');
  const cash = text.trim() === '' ? cents(0) : cashIn(text);
  return (
    <>
      {closing && <ShiftSummary closing={closing} />}
      <section className="card">
        <h2>Open {closing ? 'the next' : 'a'} shift</h2>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (cash !== undefined) run(() => gate.openShift(cash));
          }}
        >
          <Field
            label="Cash in the box"
            unit="Rs"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            fault={cash === undefined ? 'Enter an amount, such as 500.' : failure}
            onType={setText}
          />
          <button type="submit" className="main" disabled={cash === undefined}>
            Open shift{cash !== undefined && ` with ${rupeesText(cash)}`}
          </button>
        </form>
      </section>
    </>
  );
}
