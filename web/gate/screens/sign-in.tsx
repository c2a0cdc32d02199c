import { useState } from 'react';
import type { Proof } from '#contract/factors.ts';
import type { Language } from '#contract/languages.ts';
import type { SecondStep } from '#contract/refusals.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { changeGateLanguage } from '../change-language.ts';
import { waitingOfOthers } from '../engine/entries.ts';
import { Fault, Field } from './field.tsx';
import { gatePart } from './gate-part.tsx';
import { useGate, useGateView, useIsOnline } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

const SecondStepPanel = gatePart(async () => (await import('./second-step-panel.tsx')).SecondStepPanel);

export function SignInPage({ isChecking }: { isChecking: boolean }) {
  const { entries } = useGateView();
  const isOnline = useIsOnline();
  const isSignedIn = useSession() !== undefined;
  if (isSignedIn) return null;
  return (
    <section className="card">
      <h2>{t(isChecking ? 'gate-app.signIn.toCheck' : 'gate-app.signIn.toIssue')}</h2>
      {!isOnline && <p className="warn">{t('gate-app.signIn.offline')}</p>}
      <SignInPanel />
      {[...waitingOfOthers(entries, undefined)].map(([email, count]) => (
        <p key={email} className="note">
          {t('gate-app.queue.ofOther', { count, email })}
        </p>
      ))}
    </section>
  );
}

async function welcome(signIn: Promise<Language | null>): Promise<void> {
  const language = await signIn;
  // If the texts cannot be loaded, the phone's language remains.
  if (language) await changeGateLanguage(language).catch(() => undefined);
}

export function SignInPanel({ email: known = '', onCancel }: { email?: string; onCancel?: () => void }) {
  const gate = useGate();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [step, setStep] = useState<SecondStep>();
  const { isBusy, failure, run } = useGateAction(t('gate-app.signIn.failed'));
  const signIn = async () => {
    try {
      await welcome(gate.signIn(email.trim(), password));
    } catch (error) {
      if (!(error instanceof CallError && error.secondStep)) throw error;
      setStep(error.secondStep);
    }
  };
  if (step) {
    const finish = (proof: Proof) => welcome(gate.finishSignIn(step.challenge, proof));
    return <SecondStepPanel step={step} finish={finish} onBack={() => setStep(undefined)} />;
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(signIn);
      }}
    >
      <Field
        label={t('gate-app.signIn.email')}
        type="email"
        autoComplete="username"
        required
        value={email}
        onType={setEmail}
      />
      <Field
        label={t('gate-app.signIn.password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        value={password}
        onType={setPassword}
      />
      <label className="tick">
        <input type="checkbox" checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />
        {t('gate-app.signIn.show')}
      </label>
      <Fault>{failure}</Fault>
      <button type="submit" className="main" disabled={isBusy}>
        {t(isBusy ? 'gate-app.signIn.busy' : 'gate-app.signIn.submit')}
      </button>
      {onCancel && (
        <button type="button" onClick={onCancel}>
          {t('gate-app.signIn.later')}
        </button>
      )}
    </form>
  );
}
