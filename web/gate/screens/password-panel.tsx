import { useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { Fault, Field } from './field.tsx';
import { useGate, useGateView } from './use-gate.ts';
import { useGateAction } from './use-gate-action.ts';

/** The panel for changing the password. Ticket staff can change it only here. */
export function PasswordPanel({ onDone }: { onDone?: () => void }) {
  const gate = useGate();
  const email = useGateView().phone.person?.email ?? '';
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const { isBusy, failure, run } = useGateAction(t('gate-app.password.failed'));
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
        label={t('gate-app.password.current')}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onType={setCurrent}
      />
      <Field
        label={t('gate-app.password.new')}
        hint={t('gate-app.password.hint')}
        type="password"
        autoComplete="new-password"
        required
        value={chosen}
        onType={setChosen}
      />
      <Fault>{failure}</Fault>
      <button type="submit" className="main" disabled={isBusy}>
        {t(isBusy ? 'gate-app.password.changing' : 'gate-app.password.change')}
      </button>
    </form>
  );
}
