import { Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { session } from '#contract/session.ts';
import { CallError } from '#web/client.ts';
import { useSession } from '#web/session.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';

/** The specification's words for credentials that are not those of whoever is signed in. */
const INVALID = { title: 'Invalid credentials', text: 'Email or password is incorrect.' };
const toggle = { 'aria-label': 'Show or hide what you type', tabIndex: 0 };

interface VerifyDialogProps {
  isOpen: boolean;
  /** What will be done then: 'Generate 141 invoices'. */
  act: string;
  onClose: () => void;
  onVerified: () => void;
}

/** Asks whoever is signed in to prove it again before a sensitive action. Escape and Cancel change nothing. */
export function VerifyDialog({ isOpen, act, onClose, onVerified }: VerifyDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  // What is being checked cannot be called off any more: a late yes would act without being asked.
  const close = () => !isBusy && onClose();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={<Text fw={600}>Verify that it is you</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
      centered
    >
      <VerifyForm act={act} onCancel={close} onBusy={setIsBusy} onVerified={onVerified} />
    </Modal>
  );
}

interface VerifyFormProps {
  act: string;
  onCancel: () => void;
  onBusy: (isBusy: boolean) => void;
  onVerified: () => void;
}

function VerifyForm({ act, onCancel, onBusy, onVerified }: VerifyFormProps) {
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
        password.current?.select();
        throw inWords(error);
      } finally {
        onBusy(false);
      }
    },
    onSaved: onVerified,
    fallback: 'Verification failed',
    asksBeforeLeaving: false,
  });
  return (
    <Form
      form={form}
      saveLabel={act}
      onCancel={onCancel}
      failureTitle={form.failure === INVALID.text ? INVALID.title : undefined}
      withoutHint
    >
      <Text size="sm">Enter your own e-mail and password once more. Then it begins at once.</Text>
      <TextInput type="email" label="Email" required autoComplete="username" {...form.field('email')} />
      <PasswordInput
        label="Password"
        required
        autoComplete="current-password"
        visibilityToggleButtonProps={toggle}
        data-autofocus={own !== '' || undefined}
        {...form.field('password')}
        ref={password}
      />
    </Form>
  );
}

function inWords(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { status, code, message, retryAfterSeconds: wait } = error;
  if (code === 'verification_failed') return new CallError(status, code, INVALID.text);
  if (wait === undefined) return error;
  return new CallError(status, code, `${message} You can try again in ${wait === 1 ? '1 second' : `${wait} seconds`}.`);
}
