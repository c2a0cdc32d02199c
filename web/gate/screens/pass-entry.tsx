import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { foldPlate } from '#contract/fold-text.ts';
import type { PassTerm } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { KnownPass } from '../engine/entries.ts';
import { findPass } from '../engine/passes.ts';
import { minuteText } from './format-entry.ts';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** The pass of the vehicle whose number is typed, and its entry. `onEntered` is called as soon as it is let in. */
export function usePassEntry(vehicleNumber: string, onEntered: () => void) {
  const gate = useGate();
  const view = useGateView();
  const { failure, run } = useGateAction(t('gate-app.pass.failed'));
  const [ignored, setIgnored] = useState('');
  const [entered, setEntered] = useState('');
  const known = findPass(view, vehicleNumber, gate.now());
  const pass = known && ignored !== foldPlate(vehicleNumber) ? known : undefined;
  const letIn = () => {
    if (!pass) return;
    const { number, vehicleNumber: vehicle } = pass;
    onEntered();
    run(async () => {
      await gate.enter(pass);
      setEntered(t('gate-app.pass.entered', { vehicle, number, time: minuteText(gate.now()) }));
      navigator.vibrate?.(60);
    });
  };
  const forget = () => {
    setIgnored('');
    setEntered('');
  };
  return { pass, letIn, sellAnyway: () => setIgnored(foldPlate(vehicleNumber)), entered, forget, failure };
}

interface KnownPassCardProps {
  pass: KnownPass;
  onEnter: () => void;
  onSell: () => void;
}

export function KnownPassCard({ pass, onEnter, onSell }: KnownPassCardProps) {
  const gate = useGate();
  const { vehicleNumber: vehicle, term, until, lastEntry } = pass;
  const isToday = lastEntry !== null && dayOf(lastEntry) === dayOf(gate.now());
  return (
    <section className="card arrives">
      <p role="status">
        <b>{t('gate-app.pass.known', { vehicle, term, date: formatOfficeDay(until) })}</b>
      </p>
      {isToday && <p className="warn">{t('gate-app.pass.before', { time: minuteText(lastEntry) })}</p>}
      <button type="button" className="main" onClick={onEnter}>
        {t('gate-app.pass.enter')}
      </button>
      <button type="button" onClick={onSell}>
        {t('gate-app.pass.sell')}
      </button>
    </section>
  );
}

interface PassTermsProps {
  terms: readonly PassTerm[];
  chosen: PassTerm | undefined;
  onChoose: (term: PassTerm | undefined) => void;
}

/** Chooses between a ticket and the passes that the market sells. */
export function PassTerms({ terms, chosen, onChoose }: PassTermsProps) {
  if (terms.length === 0) return null;
  return (
    <fieldset className="modes">
      <legend className="unseen">{t('gate-app.pass.terms')}</legend>
      {[undefined, ...terms].map((term) => (
        <label key={term ?? 'ticket'}>
          <input type="radio" name="term" checked={term === chosen} onChange={() => onChoose(term)} />
          <span>{t('gate-app.pass.term', { term: term ?? 'ticket' })}</span>
        </label>
      ))}
    </fieldset>
  );
}
