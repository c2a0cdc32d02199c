import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { lastClosingOf, type ShiftClosing } from '../engine/entries.ts';
import { Difference, Sum } from './close-shift.tsx';
import { Field } from './field.tsx';
import { minuteText, parseCash, rupeesText } from './format-entry.ts';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** 0 with one tap. */
export function OpenShift() {
  const gate = useGate();
  const { phone, entries } = useGateView();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.openShift.failed'));
  const closing = lastClosingOf(entries, phone.person?.email ?? '');
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

const STATE_KEYS = {
  waiting: 'gate-app.summary.waiting',
  sent: 'gate-app.summary.sent',
  refused: 'gate-app.summary.rejected',
  told: 'gate-app.summary.reported',
} as const;

function ShiftSummary({ closing }: { closing: ShiftClosing }) {
  const { opened, at, tickets, opening, expected, counted, reason, state } = closing;
  const day = formatOfficeDay(dayOf(opened));
  return (
    <section className="card" aria-labelledby="summary-title">
      <h2 id="summary-title">{t('gate-app.summary.title')}</h2>
      <p>{t('gate-app.summary.time', { day, from: minuteText(opened), to: minuteText(at) })}</p>
      <dl className="sums">
        <Sum name={t('gate-app.summary.openingCash')} text={rupeesText(opening)} />
        <Sum name={t('gate-app.shift.tickets', { count: tickets })} text={rupeesText(cents(expected - opening))} />
        <Sum name={t('gate-app.shift.expected')} text={rupeesText(expected)} isStrong />
        <Sum name={t('gate-app.shift.counted')} text={rupeesText(counted)} isStrong />
        <Difference amount={cents(counted - expected)} />
        {reason !== '' && <Sum name={t('gate-app.shift.reason')} text={reason} />}
      </dl>
      <p className="field-hint" role="status">
        {t(STATE_KEYS[state])}
      </p>
    </section>
  );
}
