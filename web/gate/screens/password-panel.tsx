import { useState } from 'react';
import { Fault } from './fault.tsx';
import { Field } from './field.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** A new password of one's own: ticket staff have no other screen to choose it on. */
export function PasswordPanel({ onDone }: { onDone?: () => void }) {
  const gate = useGate();
  const email = useGateView().phone.person?.email ?? '';
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const { isBusy, failure, run } = useGateAction('Error changing password');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await gate.changePassword(current, chosen);
          onDone?.();
        });
      }}
    >
      <input type="email" autoComplete="username" readOnly hidden value={email} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onType={setCurrent}
      />
      <Field
        label="New password"
        hint="At least 8 characters, and not one that is easy to guess"
        type="password"
        autoComplete="new-password"
        required
        value={chosen}
        onType={setChosen}
      />
      <Fault>{failure}</Fault>
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? 'Changing…' : 'Change password'}
      </button>
    </form>
  );
}
