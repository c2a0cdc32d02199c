import { Stack, Text, TextInput } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { PREVIEW_REASON } from './move-list-dialog.tsx';

interface WithdrawListDialogProps {
  date: Day;
  onClose: () => void;
  onDone: () => void;
}

export function WithdrawListDialog({ date, onClose, onDone }: WithdrawListDialogProps) {
  const recordOnce = useRecordOnce();
  const params = { date };
  const preview = useLoad(`withdraw ${date}`, (signal) =>
    api(prices.withdraw, { params, query: { dry_run: 'true' }, body: { reason: PREVIEW_REASON } }, { signal }),
  );
  const digest = preview.data?.digest;
  const form = useOfficeForm({
    initialValues: { reason: '' },
    schema: prices.withdraw.body,
    save: (body) =>
      recordOnce((options) =>
        api(
          prices.withdraw,
          { params, query: { ...(digest !== undefined && { preview_digest: digest }) }, body },
          options,
        ),
      ).catch((error: unknown) => {
        preview.reload();
        throw error;
      }),
    fallback: t('prices.withdraw.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
  const day = formatOfficeDay(date);
  return (
    <FormDialog form={form} title={t('prices.withdraw.title', { day })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('prices.withdraw.action')} onCancel={close} withoutHint>
          <Stack gap="md">
            <AsyncState load={preview} failure={t('prices.withdraw.failed')}>
              {({ withdrawn }) => <Text size="sm">{t('prices.withdraw.effect', { count: withdrawn, day })}</Text>}
            </AsyncState>
            <TextInput
              label={t('prices.withdraw.reason')}
              description={t('prices.withdraw.reasonHint')}
              required
              data-autofocus
              autoComplete="off"
              {...form.field('reason')}
            />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}
