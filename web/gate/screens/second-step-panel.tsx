import { useState } from 'react';
import type { Proof } from '#contract/factors.ts';
import type { SecondStep } from '#contract/refusals.ts';
import { t } from '#web/i18n/t.ts';
import { signWithPasskey } from '#web/passkey.ts';
import { Fault, Field } from './field.tsx';
import { useGateAction } from './use-gate-action.ts';

interface SecondStepPanelProps {
  step: SecondStep;
  finish: (proof: Proof) => Promise<void>;
  onBack: () => void;
}

export function SecondStepPanel({ step, finish, onBack }: SecondStepPanelProps) {
  const [code, setCode] = useState('');
  const { isBusy, failure, run } = useGateAction(t('gate-app.signIn.failed'));
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(() => finish({ code: code.trim() }));
      }}
    >
      <h3>{t('gate-app.factor.title')}</h3>
      {step.passkeys.length > 0 && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(async () => finish({ passkey: await signWithPasskey(step) }))}
        >
          {t('gate-app.factor.passkey')}
        </button>
      )}
      <Field
        label={t('gate-app.factor.code')}
        hint={t('gate-app.factor.hint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        required
        value={code}
        onType={setCode}
      />
      <Fault>{failure}</Fault>
      <button type="submit" className="main" disabled={isBusy}>
        {t(isBusy ? 'gate-app.signIn.busy' : 'gate-app.signIn.submit')}
      </button>
      <button type="button" onClick={onBack}>
        {t('gate-app.factor.back')}
      </button>
    </form>
  );
}
