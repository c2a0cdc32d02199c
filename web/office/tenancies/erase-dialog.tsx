import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../api.ts';

interface EraseDialogProps {
  file: TenancyFile;
  onClose: () => void;
  onDone: () => void;
}

export function EraseDialog({ file: { tenant_id, name }, onClose, onDone }: EraseDialogProps) {
  const label = t('tenancies.privacy.erase');
  const recordOnce = useRecordOnce();
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmAll = async () => {
    const isSure = await confirm({
      title: t('tenancies.privacy.confirm', { name }),
      body: t('tenancies.privacy.confirmText'),
      action: label,
      isDangerous: true,
    });
    return isSure ? {} : undefined;
  };
  const form = useOfficeForm({
    initialValues: { reason: '' },
    schema: tenancies.erasePersonalData.body,
    ask: () => {
      setIsConfirming(true);
      return confirmAll().finally(() => setIsConfirming(false));
    },
    save: (body) =>
      recordOnce((options) => api(tenancies.erasePersonalData, { params: { id: String(tenant_id) }, body }, options)),
    fallback: t('tenancies.privacy.eraseFailed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
  return (
    <FormDialog form={form} title={label} size="lg" isAsking={isConfirming} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={label} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{t('tenancies.privacy.eraseWhat', { name })}</Text>
            <Text size="sm">{t('tenancies.privacy.eraseWhatStays')}</Text>
            <TextInput
              label={t('tenancies.privacy.reason')}
              required
              autoComplete="off"
              data-autofocus
              {...form.field('reason')}
            />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}
