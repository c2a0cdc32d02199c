import { Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { SecondStep } from '#contract/refusals.ts';
import { session } from '#contract/session.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { api } from '../api.ts';
import { FactorForm } from './factor-form.tsx';

interface VerifyDialogProps {
  isOpen: boolean;
  /** The action to confirm: 'Generate 141 invoices'. */
  act: string;
  onClose: () => void;
  onVerified: () => void;
}

export function VerifyDialog({ isOpen, act, onClose, onVerified }: VerifyDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [factors, setFactors] = useState<Factors>();
  // While the server checks, the dialog cannot be closed: a late success would run the action after the user left.
  const end = (then: () => void) => {
    setFactors(undefined);
    then();
  };
  const close = () => !isBusy && end(onClose);
  const onProven = () => end(onVerified);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={<Text fw={700}>{t('session.verify.title')}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
      centered
    >
      {factors ? (
        <FactorForm
          saveLabel={act}
          codeHint={t(factors.has_app ? 'session.factor.appOrRecovery' : 'session.factor.recovery')}
          askPasskey={factors.passkeys.length > 0 ? () => api(session.proofChallenge, {}) : undefined}
          prove={async (body) => {
            setIsBusy(true);
            await api(session.verifyFactor, { body }).finally(() => setIsBusy(false));
          }}
          onProven={onProven}
          onCancel={close}
        />
      ) : (
        <>
          <VerifyForm act={act} onCancel={close} onBusy={setIsBusy} onVerified={onProven} onFactors={setFactors} />
          <OtherWay onChosen={setFactors} />
        </>
      )}
    </Modal>
  );
}

type Factors = SecondStep;

function OtherWay({ onChosen }: { onChosen: (factors: Factors) => void }) {
  const { isBusy, run } = useBusy(async () => {
    try {
      const factors = await api(session.proofChallenge, {});
      if (factors.has_app || factors.passkeys.length > 0) onChosen(factors);
      else toastFailed(t('session.factor.none'), 5);
    } catch (error) {
      toastFailed(sentenceOf(error, t('session.verify.failed')), 5);
    }
  });
  return (
    <Button variant="subtle" size="compact-sm" mt="sm" loading={isBusy} onClick={run}>
      {t('session.factor.instead')}
    </Button>
  );
}

interface VerifyFormProps {
  act: string;
  onCancel: () => void;
  onBusy: (isBusy: boolean) => void;
  onVerified: () => void;
  onFactors: (factors: Factors) => void;
}

function VerifyForm({ act, onCancel, onBusy, onVerified, onFactors }: VerifyFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const own = useSession()?.email ?? '';
  const form = useOfficeForm({
    initialValues: { email: own, password: '' },
    schema: session.verify.body,
    save: async (body) => {
      onBusy(true);
      try {
        return await api(session.verify, { body });
      } catch (error) {
        if (error instanceof CallError && error.secondStep) onFactors(error.secondStep);
        password.current?.select();
        throw withSentence(error);
      } finally {
        onBusy(false);
      }
    },
    onSaved: onVerified,
    fallback: t('session.verify.failed'),
    asksBeforeLeaving: false,
  });
  return (
    <Form
      form={form}
      saveLabel={act}
      onCancel={onCancel}
      failureTitle={form.failure === t('session.verify.invalid.text') ? t('session.verify.invalid.title') : undefined}
      withoutHint
    >
      <Text size="sm">{t('session.verify.text')}</Text>
      <TextInput
        type="email"
        label={t('session.login.email')}
        required
        autoComplete="username"
        {...form.field('email')}
      />
      <PasswordInput
        label={t('session.login.password')}
        required
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('session.password.toggle'), tabIndex: 0 }}
        data-autofocus={own !== '' || undefined}
        {...form.field('password')}
        ref={password}
      />
    </Form>
  );
}

function withSentence(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { status, code, message, retryAfterSeconds: wait } = error;
  if (code === 'verification_failed') return new CallError(status, { code, message: t('session.verify.invalid.text') });
  if (wait === undefined) return error;
  return new CallError(status, { code, message: t('session.verify.wait', { message, seconds: wait }) });
}
