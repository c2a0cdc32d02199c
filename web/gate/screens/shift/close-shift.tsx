import { useState } from 'react';
import { type Cents, cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import type { OpenShiftState } from '../../engine/entries.ts';
import { Fault, Field } from '../field.tsx';
import { minuteText, parseCash, rupeesText } from '../format-entry.ts';
import { useGate } from '../use-gate.ts';
import { useGateAction } from '../use-gate-action.ts';

/** The expected sum is shown only after the cash was counted, and then the count is final. */
export function CloseShift({ shift, onDone }: { shift: OpenShiftState; onDone: () => void }) {
  if (shift.counted === undefined) return <CashCount onStop={onDone} />;
  return <Result shift={shift} counted={shift.counted} onDone={onDone} />;
}

function CashCount({ onStop }: { onStop: () => void }) {
  const gate = useGate();
  const [text, setText] = useState('');
  const { failure, run } = useGateAction(t('gate-app.closeShift.failed'));
  const counted = parseCash(text);
  return (
    <section className="card">
      <h2>{t('gate-app.closeShift.title')}</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (counted !== undefined) run(() => gate.countCash(counted));
        }}
      >
        <Field
          label={t('gate-app.closeShift.counted')}
          hint={t('gate-app.closeShift.countHint')}
          unit={t('shared.money.rs')}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          fault={text !== '' && counted === undefined ? t('gate-app.shift.amountFault') : failure}
          onType={setText}
        />
        <button type="submit" className="main" disabled={counted === undefined}>
          {counted === undefined
            ? t('gate-app.closeShift.count')
            : t('gate-app.closeShift.countOf', { amount: rupeesText(counted) })}
        </button>
        <button type="button" onClick={onStop}>
          {t('gate-app.closeShift.back')}
        </button>
      </form>
    </section>
  );
}

function Result({ shift, counted, onDone }: { shift: OpenShiftState; counted: Cents; onDone: () => void }) {
  const gate = useGate();
  const [reason, setReason] = useState('');
  const { failure, run } = useGateAction(t('gate-app.closeShift.failed'));
  const { opened, opening, expected, tickets, rejected } = shift;
  const difference = cents(counted - expected);
  const isUnexplained = difference !== 0 && reason.trim() === '';
  return (
    <section className="card">
      <h2>{t('gate-app.closeShift.title')}</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isUnexplained) return;
          run(async () => {
            await gate.closeShift(reason.trim());
            onDone();
          });
        }}
      >
        <dl className="sums">
          <Sum name={t('gate-app.closeShift.cashAt', { time: minuteText(opened) })} text={rupeesText(opening)} />
          <Sum
            name={t('gate-app.shift.tickets', { count: tickets.length })}
            text={rupeesText(cents(expected - opening))}
          />
          <Sum name={t('gate-app.shift.expected')} text={rupeesText(expected)} isStrong />
          <Sum name={t('gate-app.shift.counted')} text={rupeesText(counted)} isStrong />
          <Difference amount={difference} />
        </dl>
        {rejected > 0 && <p className="warn">{t('gate-app.closeShift.rejected', { count: rejected })}</p>}
        {difference !== 0 && <Field label={t('gate-app.shift.why')} value={reason} most={200} onType={setReason} />}
        <Fault>{failure}</Fault>
        <button type="submit" className="main" disabled={isUnexplained}>
          {t('gate-app.shift.close')}
        </button>
      </form>
    </section>
  );
}

export function Sum({ name, text, isStrong = false }: { name: string; text: string; isStrong?: boolean }) {
  return (
    <div className={isStrong ? 'strong' : undefined}>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

export function Difference({ amount }: { amount: Cents }) {
  const kind = amount === 0 ? 'none' : amount > 0 ? 'over' : 'short';
  return (
    <div className={amount === 0 ? 'strong exact' : 'strong differs'}>
      <dt>{t('gate-app.shift.difference')}</dt>
      <dd>{t('gate-app.shift.differenceOf', { kind, amount: rupeesText(cents(Math.abs(amount))) })}</dd>
    </div>
  );
}
