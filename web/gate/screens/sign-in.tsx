import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { changeGateLanguage } from '../change-language.ts';
import { waitingOfOthers } from '../engine/entries.ts';
import type { Gate } from '../engine/gate.ts';
import { Fault, Field } from './field.tsx';
import { useGate, useGateView, useIsOnline } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

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

async function signIn(gate: Gate, email: string, password: string): Promise<void> {
  const language = await gate.signIn(email, password);
  // Without its texts the phone's language stays.
  if (language) await changeGateLanguage(language).catch(() => undefined);
}

export function SignInPanel({ email: known = '', onCancel }: { email?: string; onCancel?: () => void }) {
  const gate = useGate();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const { isBusy, failure, run } = useGateAction(t('gate-app.signIn.failed'));
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => signIn(gate, email.trim(), password));
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
