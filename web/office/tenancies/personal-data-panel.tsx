import IconDownload from 'virtual:icons/download';
import IconEraser from 'virtual:icons/eraser';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { downloadPersonalData } from './download-personal-data.ts';

interface PersonalDataPanelProps {
  file: TenancyFile;
  onChanged: () => void;
}

export function PersonalDataPanel({ file, onChanged }: PersonalDataPanelProps) {
  const mayDownload = useMay('personal-data.read');
  const mayErase = useMay('books.write');
  const [isErasing, setIsErasing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { erased_at, ended_on } = file;
  const close = () => setIsErasing(false);
  const download = async () => {
    setIsBusy(true);
    await downloadPersonalData(file);
    setIsBusy(false);
  };
  return (
    <>
      {erased_at !== null && (
        <Text size="sm">{t('tenancies.privacy.erased', { day: formatOfficeDay(dayOf(erased_at)) })}</Text>
      )}
      <Group gap="xs">
        {mayDownload && (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download()}
          >
            {t('tenancies.privacy.download')}
          </Button>
        )}
        {mayErase && ended_on !== null && erased_at === null && (
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconEraser size={16} aria-hidden />}
            onClick={() => setIsErasing(true)}
          >
            {t('tenancies.privacy.erase')}
          </Button>
        )}
      </Group>
      {isErasing && (
        <EraseDialog
          file={file}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </>
  );
}

interface EraseDialogProps {
  file: TenancyFile;
  onClose: () => void;
  onDone: () => void;
}

function EraseDialog({ file: { tenant_id, name, SameTenant }, onClose, onDone }: EraseDialogProps) {
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
            {SameTenant.length > 0 && (
              <Text size="sm">
                {t('tenancies.privacy.eraseOthers', { shops: SameTenant.map(({ shop_id }) => shop_id).join(', ') })}
              </Text>
            )}
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
