import { useState } from 'react';
import { type Cents, cents } from '#billing/money.ts';
import { t } from '#web/i18n/t.ts';
import type { OpenShiftState } from '../engine/entries.ts';
import { Field } from './field.tsx';
import { minuteText, parseCash, rupeesText } from './format-entry.ts';
import { useGate } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

export function CloseShift({ shift, onDone }: { shift: OpenShiftState; onDone: () => void }) {
  const gate = useGate();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const { failure, run } = useGateAction(t('gate-app.closeShift.failed'));
  const counted = parseCash(text);
  const difference = counted === undefined ? undefined : cents(counted - shift.expected);
  const isUnexplained = difference !== 0 && reason.trim() === '';
  return (
    <section className="card">
      <h2>{t('gate-app.closeShift.title')}</h2>
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
          label={t('gate-app.closeShift.counted')}
          unit={t('shared.money.rs')}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          fault={text !== '' && counted === undefined ? t('gate-app.shift.amountFault') : failure}
          onType={setText}
        />
        <dl className="sums">
          <Sum
            name={t('gate-app.closeShift.cashAt', { time: minuteText(shift.opened) })}
            text={rupeesText(shift.opening)}
          />
          <Sum
            name={t('gate-app.shift.tickets', { count: shift.tickets.length })}
            text={rupeesText(cents(shift.expected - shift.opening))}
          />
          <Sum name={t('gate-app.shift.expected')} text={rupeesText(shift.expected)} isStrong />
          {difference !== undefined && <Difference amount={difference} />}
        </dl>
        {shift.rejected > 0 && <p className="warn">{t('gate-app.closeShift.rejected', { count: shift.rejected })}</p>}
        {difference !== undefined && difference !== 0 && (
          <Field label={t('gate-app.shift.why')} value={reason} maxLength={200} onType={setReason} />
        )}
        <button type="submit" className="main" disabled={counted === undefined || isUnexplained}>
          {t('gate-app.shift.close')}
        </button>
        <button type="button" onClick={onDone}>
          {t('gate-app.closeShift.back')}
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
