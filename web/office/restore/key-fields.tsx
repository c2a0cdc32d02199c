import { Checkbox, PasswordInput, Stack, Text, Title } from '@mantine/core';
import type { RestoreReport } from '#contract/restore.ts';
import { t } from '#web/i18n/t.ts';
import type { PlainForm } from '#web/ui/form/use-plain-form.ts';
import { ChoiceQuestion } from './choice-question.tsx';
import type { RestoreValues } from './restore-answers.ts';

interface KeyFieldsProps {
  form: PlainForm<RestoreValues>;
  report: RestoreReport;
}

const secretProps = () => ({
  autoComplete: 'off',
  visibilityToggleButtonProps: { 'aria-label': t('restore.bucket.show') },
});

export function AuditKeyFields({ form, report: { audit_key } }: KeyFieldsProps) {
  const { fingerprint, is_here } = audit_key;
  if (is_here) return fingerprint === '' ? null : <Text size="sm">{t('restore.key.here', { fingerprint })}</Text>;
  const { keyChoice } = form.inner.getValues();
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('restore.key.title')}
      </Title>
      <ChoiceQuestion
        form={form}
        path="keyChoice"
        label={t('restore.key.about', { fingerprint })}
        choices={[
          { value: 'own', label: t('restore.key.own'), hint: t('restore.key.ownHint') },
          { value: 'other', label: t('restore.key.other'), hint: t('restore.key.otherHint') },
        ]}
      />
      {keyChoice === 'own' && (
        <PasswordInput label={t('restore.key.field')} {...secretProps()} {...form.field('audit_key')} />
      )}
    </Stack>
  );
}

/** Shown when no key proves who made the backup. */
export function OriginField({ form, report: { signature } }: KeyFieldsProps) {
  const { origin, fingerprint } = signature;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('restore.origin.title')}
      </Title>
      <Text size="sm">
        {origin === 'unsigned' ? t('restore.origin.unsigned') : t('restore.origin.other', { fingerprint })}
      </Text>
      <Checkbox
        label={t('restore.origin.trust')}
        {...form.inner.getInputProps('trusts_unsigned', { type: 'checkbox' })}
      />
    </Stack>
  );
}

export function TokenSecretField({ form, report: { secrets, is_token_secret_set } }: KeyFieldsProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('restore.secret.title')}
      </Title>
      {is_token_secret_set ? (
        <Text size="sm">{t('restore.secret.set', { count: secrets })}</Text>
      ) : (
        <PasswordInput
          label={t('restore.secret.field')}
          description={t('restore.secret.hint', { count: secrets })}
          {...secretProps()}
          {...form.field('token_secret')}
        />
      )}
    </Stack>
  );
}
