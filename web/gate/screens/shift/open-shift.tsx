import { useState } from 'react';
import { cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { keyOf, lastClosingOf } from '../../engine/entries.ts';
import { Field } from '../field.tsx';
import { parseCash, rupeesText } from '../format-entry.ts';
import { useGate, useGateView } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';
import { ShiftSummary } from './shift-summary.tsx';

/** 0 with one tap. */
export function OpenShift() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.openShift.failed'));
  const closing = lastClosingOf(entries, phone.person ? keyOf(phone.person) : '');
  const cash = text.trim() === '' ? cents(0) : parseCash(text);
  return (
    <>
      {closing && <ShiftSummary closing={closing} />}
      <section className="card">
        <h2>{t(closing ? 'gate-app.openShift.next' : 'gate-app.openShift.title')}</h2>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (cash !== undefined) run(() => gate.openShift(cash));
          }}
        >
          <Field
            label={t('gate-app.openShift.cash')}
            unit={t('shared.money.rs')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            fault={cash === undefined ? t('gate-app.shift.amountFault') : failure}
            onType={setText}
          />
          <button type="submit" className="main" disabled={cash === undefined}>
            {cash === undefined
              ? t('gate-app.openShift.submit')
              : t('gate-app.openShift.submitWith', { amount: rupeesText(cash) })}
          </button>
        </form>
      </section>
    </>
  );
}
