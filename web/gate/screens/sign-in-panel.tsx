import { useState } from 'react';
import { Fault } from './fault.tsx';
import { Field } from './field.tsx';
import { useGate } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** E-mail and password. `onCancel` is there where one can go on without. */
export function SignInPanel({ email: known = '', onCancel }: { email?: string; onCancel?: () => void }) {
  const gate = useGate();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const { isBusy, failure, run } = useGateAction('Login failed');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => gate.signIn(email.trim(), password));
      }}
    >
      <Field label="Email" type="email" autoComplete="username" required value={email} onType={setEmail} />
      <Field
        label="Password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        value={password}
        onType={setPassword}
      />
      <label className="tick">
        <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.currentTarget.checked)} />
        Show the password
      </label>
      <Fault>{failure}</Fault>
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </button>
      {onCancel && (
        <button type="button" onClick={onCancel}>
          Later
        </button>
      )}
    </form>
  );
}
