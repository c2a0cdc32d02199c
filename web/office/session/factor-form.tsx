import IconFingerprint from 'virtual:icons/fingerprint';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PasskeyRequest, Proof } from '#contract/factors.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { signWithPasskey } from '#web/passkey.ts';
import { FailureAlert, FormFrame } from '#web/ui/form/form-frame.tsx';
import { usePlainForm } from '#web/ui/form/use-plain-form.ts';
import { useBusy } from '#web/ui/use-busy.ts';

export interface FactorFormProps {
  saveLabel: string;
  /** The hint below the code field; undefined if there is no code field. */
  codeHint: string | undefined;
  /** Requests the data for a passkey; undefined when the account has no passkeys. */
  askPasskey: (() => Promise<PasskeyRequest>) | undefined;
  prove: (proof: Proof) => Promise<unknown>;
  onProven: () => void;
  onCancel: () => void;
}

export function FactorForm({ codeHint, askPasskey, ...rest }: FactorFormProps) {
  return (
    <Stack gap="md">
      {askPasskey && <PasskeyButton {...rest} askPasskey={askPasskey} />}
      {codeHint === undefined ? (
        <Group>
          <Button variant="default" onClick={rest.onCancel}>
            {t('ui.form.cancel')}
          </Button>
        </Group>
      ) : (
        <CodeForm {...rest} codeHint={codeHint} />
      )}
    </Stack>
  );
}

type PasskeyButtonProps = Pick<FactorFormProps, 'prove' | 'onProven'> & { askPasskey: () => Promise<PasskeyRequest> };

function PasskeyButton({ askPasskey, prove, onProven }: PasskeyButtonProps) {
  const [failure, setFailure] = useState<string>();
  const { isBusy, run } = useBusy(async () => {
    setFailure(undefined);
    try {
      const request = await askPasskey();
      await prove({ challenge: request.challenge, passkey: await signWithPasskey(request) });
      onProven();
    } catch (error) {
      setFailure(sentenceOf(error, t('session.verify.failed')));
    }
  });
  return (
    <>
      <Button leftSection={<IconFingerprint size={18} aria-hidden />} loading={isBusy} onClick={run}>
        {t('session.factor.usePasskey')}
      </Button>
      {failure !== undefined && <FailureAlert>{failure}</FailureAlert>}
    </>
  );
}

function CodeForm({
  saveLabel,
  codeHint,
  prove,
  onProven,
  onCancel,
}: Omit<FactorFormProps, 'askPasskey' | 'codeHint'> & { codeHint: string }) {
  const form = usePlainForm({
    initialValues: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('session.factor.codeMissing') } : {}),
    save: ({ code }) => prove({ code: code.trim() }),
    fallback: t('session.verify.failed'),
    fieldOfRefusal: { invalid_second_factor: 'code', verification_failed: 'code' },
    onSaved: onProven,
  });
  return (
    <FormFrame form={form} saveLabel={saveLabel} onCancel={onCancel}>
      <TextInput
        label={t('session.factor.code')}
        description={codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.field('code')}
      />
    </FormFrame>
  );
}
