import { TextInput } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import type { ReasonInput } from './use-reason.ts';

export function ReasonPanel({ reason: { fault, change, field } }: { reason: ReasonInput }) {
  return (
    <TextInput
      ref={field}
      label={t('payments.effect.reason.label')}
      description={t('payments.effect.reason.required')}
      required
      autoComplete="off"
      onChange={(event) => change(event.currentTarget.value)}
      error={fault}
    />
  );
}
