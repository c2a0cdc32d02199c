import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { prices } from '#contract/prices.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { describeClosed } from '../closed-day.ts';

/** A placeholder, because the call requires a reason even for a preview. */
export const PREVIEW_REASON = 'preview';

type MoveValues = { to: Day | null; reason: string; replace: boolean };
/** The preview; null while no other day is chosen. */
type MovePreview = Load<Answer<typeof prices.move> | null>;

interface MoveListDialogProps {
  date: Day;
  onClose: () => void;
  onDone: (to: Day) => void;
}

export function MoveListDialog({ date, onClose, onDone }: MoveListDialogProps) {
  const { form, preview } = useMoveForm(date, onDone);
  return (
    <FormDialog form={form} title={t('prices.move.title', { day: formatOfficeDay(date) })} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('prices.move.action')} onCancel={close} withoutHint>
          <Stack gap="md">
            <DayField
              label={t('prices.move.to')}
              required
              data-autofocus
              latest={browserToday()}
              {...form.field('to')}
              value={form.inner.values.to}
            />
            <NearDays
              date={date}
              choose={(to) => {
                form.inner.setFieldValue('to', to);
                form.inner.getInputNode('reason')?.focus();
              }}
            />
            <AsyncState load={preview} failure={t('prices.move.failed')} skeleton={<Text size="sm">…</Text>}>
              {(effect) => <MoveEffect date={date} form={form} effect={effect} />}
            </AsyncState>
            <TextInput
              label={t('prices.withdraw.reason')}
              description={t('prices.withdraw.reasonHint')}
              required
              autoComplete="off"
              {...form.field('reason')}
            />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

/** Buttons for the days before and after, because a list entered for the wrong day usually belongs to one of them. */
function NearDays({ date, choose }: { date: Day; choose: (to: Day) => void }) {
  const days = [addDays(date, -1), addDays(date, 1)].filter((day) => day <= browserToday());
  return (
    <Group gap="xs" mt="calc(-1 * var(--space-3))">
      {days.map((day) => (
        <Button key={day} variant="default" size="compact-sm" onClick={() => choose(day)}>
          {formatOfficeDay(day)}
        </Button>
      ))}
    </Group>
  );
}

function useMoveForm(date: Day, onDone: MoveListDialogProps['onDone']) {
  const recordOnce = useRecordOnce();
  const params = { date };
  const form = useOfficeForm<MoveValues, Answer<typeof prices.move>>({
    initialValues: { to: null, reason: '', replace: false },
    schema: prices.move.body,
    toBody: ({ to, ...values }) => ({ ...values, to: to ?? '' }),
    check: ({ to, replace }) => ({
      ...(to === null && { to: t('prices.move.toMissing') }),
      ...(to === date && { to: t('prices.move.sameDay') }),
      ...(replacedBy(preview) > 0 && !replace && { replace: t('prices.move.replaceMissing') }),
    }),
    save: ({ to, ...values }) => {
      const digest = preview.data?.digest;
      const query = { ...(digest !== undefined && { preview_digest: digest }) };
      return recordOnce((options) =>
        api(prices.move, { params, query, body: { ...values, to: to ?? '' } }, options),
      ).catch((error: unknown) => {
        preview.reload();
        throw error;
      });
    },
    fallback: t('prices.move.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      if (form.inner.values.to !== null) onDone(form.inner.values.to);
    },
  });
  const { to } = form.inner.values;
  const preview: MovePreview = useLoad(`move ${date} ${to}`, async (signal) => {
    if (to === null || to === date) return null;
    const body = { to, reason: PREVIEW_REASON, replace: true };
    return api(prices.move, { params, query: { dry_run: 'true' }, body }, { signal });
  });
  return { form, preview };
}

function replacedBy({ data }: MovePreview): number {
  return data?.replaced ?? 0;
}

interface MoveEffectProps {
  date: Day;
  form: OfficeForm<MoveValues>;
  effect: Answer<typeof prices.move> | null;
}

function MoveEffect({ date, form, effect }: MoveEffectProps) {
  const { to } = form.inner.values;
  if (!effect || to === null) return <Text size="sm">{t('prices.move.idle')}</Text>;
  const values = { count: effect.moved, day: formatOfficeDay(date), to: formatOfficeDay(to) };
  return (
    <Stack gap="sm">
      <Text size="sm">{t('prices.move.effect', values)}</Text>
      {effect.closed && (
        <Alert color="turmeric" p="xs" title={t('prices.closed.title', { day: values.to })}>
          {describeClosed(effect.closed)}
        </Alert>
      )}
      {effect.replaced > 0 && (
        <Checkbox
          label={t('prices.move.replace', { count: effect.replaced, day: values.to })}
          {...form.inner.getInputProps('replace', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}
