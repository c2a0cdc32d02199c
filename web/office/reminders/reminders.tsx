import IconCopy from 'virtual:icons/copy';
import IconPencil from 'virtual:icons/pencil';
import IconPrinter from 'virtual:icons/printer';
import { Alert, Button, Checkbox, Code, Group, List, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { addDays, type Day } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import {
  DAYS_BETWEEN_REMINDERS,
  DAYS_TO_PAY,
  MOST_DAYS_TO_PAY,
  type NotReminded,
  type Reminder,
  reminders,
} from '#contract/reminders.ts';
import { type ReminderLevel, type ReminderWay, reminderLevels, reminderWays } from '#contract/words.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { confirm, openDialog } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';
import { copyText } from '../copy-text.ts';
import { useMay } from '../session/use-may.ts';

type SentReminders = Answer<typeof reminders.send>;

interface ReminderDialogProps {
  tenancyIds: readonly number[];
  onDone: () => void;
  onClose: () => void;
}

/**
 * Asks for the level, the way of sending and the last day to pay. Records the reminders, then lists them with the
 * tenancies that got none.
 */
export function ReminderDialog({ tenancyIds, onDone, onClose }: ReminderDialogProps) {
  const [sent, setSent] = useState<SentReminders>();
  const form = useReminderForm(tenancyIds, (answer) => {
    setSent(answer);
    onDone();
  });
  const title = t('reminders.dialog.title', { count: tenancyIds.length });
  if (sent)
    return (
      <Modal
        opened
        closeOnClickOutside={false}
        onClose={onClose}
        title={<Text fw={700}>{title}</Text>}
        closeButtonProps={CLOSE()}
      >
        <SentPanel sent={sent} way={form.inner.getValues().way} onClose={onClose} />
      </Modal>
    );
  const today = browserToday();
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('reminders.dialog.action')} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{t('reminders.dialog.about', { days: DAYS_BETWEEN_REMINDERS })}</Text>
            <ChoiceField
              label={t('reminders.dialog.level')}
              data={reminderLevels.map((value) => ({ value, label: t(`reminders.level.${value}`) }))}
              {...form.field('level')}
            />
            <ChoiceField
              label={t('reminders.dialog.way')}
              data={reminderWays.map((value) => ({ value, label: t(`reminders.way.${value}`) }))}
              {...form.field('way')}
            />
            {form.inner.getValues().level === 'final' && (
              <Checkbox
                label={t('reminders.dialog.withoutEarlier')}
                {...form.inner.getInputProps('without_earlier', { type: 'checkbox' })}
              />
            )}
            <DayField
              label={t('reminders.dialog.lastDay')}
              required
              earliest={today}
              latest={addDays(today, MOST_DAYS_TO_PAY)}
              {...dayField(form, 'last_day')}
            />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

function dayField<Name extends string>(form: OfficeForm<Record<Name, Day | null>>, name: Name) {
  return { ...form.field(name), value: form.inner.getValues()[name] };
}

const CLOSE = () => ({ 'aria-label': t('reminders.result.done') });

type ReminderValues = { level: ReminderLevel; way: ReminderWay; last_day: Day | null; without_earlier: boolean };

function useReminderForm(
  tenancyIds: readonly number[],
  onSaved: (sent: SentReminders) => void,
): OfficeForm<ReminderValues> {
  const recordOnce = useRecordOnce();
  const bodyOf = ({ last_day, ...words }: ReminderValues) => ({
    ...words,
    last_day: last_day ?? '',
    tenancy_ids: [...tenancyIds],
  });
  return useOfficeForm({
    initialValues: {
      level: 'friendly',
      way: 'letter',
      last_day: addDays(browserToday(), DAYS_TO_PAY),
      without_earlier: false,
    } as ReminderValues,
    schema: reminders.send.body,
    toBody: bodyOf,
    save: (values) => recordOnce((options) => api(reminders.send, { body: bodyOf(values) }, options)),
    fallback: t('reminders.dialog.failed'),
    asksBeforeLeaving: false,
    onSaved,
  });
}

function SentPanel({ sent, way, onClose }: { sent: SentReminders; way: ReminderWay; onClose: () => void }) {
  const { reminders: made, refused, message } = sent;
  return (
    <Stack gap="md">
      <Text role="status">{message}</Text>
      {refused.length > 0 && (
        <Alert color="turmeric" title={t('reminders.result.refused', { count: refused.length })}>
          <NotRemindedList rows={refused} />
        </Alert>
      )}
      {way === 'email' && made.length > 0 && <Text size="sm">{t('reminders.result.mailed')}</Text>}
      {way === 'text' && made.map((one) => <CopiedText key={one.reminder_id} reminder={one} />)}
      <Group justify="flex-end">
        {way === 'letter' && made.length > 0 && (
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void openLetters(made)}>
            {t('reminders.result.print')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('reminders.result.done')}
        </Button>
      </Group>
    </Stack>
  );
}

function CopiedText({ reminder }: { reminder: Reminder }) {
  const { shop_id: shop, tenant_name: name, text, language } = reminder;
  return (
    <Stack gap="var(--space-2)">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={700}>
          {shop}, {name}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          aria-label={t('reminders.result.copyOf', { shop, name })}
          onClick={() => void copyText(text)}
        >
          {t('reminders.result.copy')}
        </Button>
      </Group>
      <Code block lang={language} style={{ whiteSpace: 'pre-wrap', maxHeight: '9rem' }}>
        {text}
      </Code>
    </Stack>
  );
}

/**
 * Copies the text as it would be written today, because something may have been paid since it was recorded. Shows it if
 * the browser does not copy it, so that it can be selected.
 */
async function copyOrShow({ reminder_id }: Reminder): Promise<void> {
  const now = await loadCurrent([reminder_id], t('reminders.result.copyFailed'));
  if (!now) return;
  const [reminder] = now.reminders;
  if (!reminder) {
    await askAboutLeftOut(now);
    return;
  }
  if (await copyText(reminder.text)) return;
  await openDialog<void>(
    (close) => (
      <Modal opened onClose={() => close()} closeOnClickOutside={false} title={t('reminders.panel.copy')}>
        <CopiedText reminder={reminder} />
      </Modal>
    ),
    undefined,
  );
}

async function openLetters(made: readonly Reminder[]): Promise<void> {
  const failed = t('reminders.result.printFailed');
  const now = await loadCurrent(
    made.map(({ reminder_id }) => reminder_id),
    failed,
  );
  if (!now || (now.left_out.length > 0 && !(await askAboutLeftOut(now))) || now.reminders.length === 0) return;
  const query = { ids: now.reminders.map(({ reminder_id }) => reminder_id).join(',') };
  try {
    saveBlob(await apiFile(reminders.letters, { query }), `reminders-${browserToday()}.pdf`);
  } catch (error) {
    toastFailed(sentenceOf(error, failed));
  }
}

type CurrentReminders = Answer<typeof reminders.current>;

async function loadCurrent(ids: readonly number[], failed: string): Promise<CurrentReminders | undefined> {
  try {
    return await api(reminders.current, { query: { ids: ids.join(',') } });
  } catch (error) {
    toastFailed(sentenceOf(error, failed));
    return undefined;
  }
}

/** Names the tenants who no longer get a letter. Returns true if the other letters are to be opened. */
function askAboutLeftOut({ reminders: others, left_out }: CurrentReminders): Promise<boolean> {
  return confirm({
    title: t('reminders.result.leftOut', { count: left_out.length }),
    body: <NotRemindedList rows={left_out} />,
    action:
      others.length > 0 ? t('reminders.result.printOthers', { count: others.length }) : t('reminders.result.done'),
  });
}

function NotRemindedList({ rows }: { rows: readonly NotReminded[] }) {
  return (
    <List size="sm">
      {rows.map(({ tenancy_id, shop_id: shop, tenant_name: name, reason }) => (
        <List.Item key={tenancy_id}>{t('reminders.result.refusedLine', { shop, name, reason })}</List.Item>
      ))}
    </List>
  );
}

/** The reminders of a tenancy, each with its follow-up. */
export function RemindersPanel({ tenancyId }: { tenancyId: number }) {
  const mayWrite = useMay('books.write');
  const [followed, setFollowed] = useState<Reminder>();
  const columns = useMemo(reminderColumns, []);
  const load = useLoad(`reminders of ${tenancyId}`, (signal) =>
    api(reminders.list, { params: { id: String(tenancyId) } }, { signal }),
  );
  const title = t('reminders.panel.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<Reminder>
        label={title}
        columns={columns}
        load={load}
        failure={t('reminders.panel.failed')}
        rowId={({ reminder_id }) => reminder_id}
        rowName={({ date }) => formatOfficeDay(date)}
        rowActions={(row) => [
          ...(mayWrite
            ? [{ label: t('reminders.panel.follow'), icon: IconPencil, onClick: () => setFollowed(row) }]
            : []),
          { label: t('reminders.panel.print'), icon: IconPrinter, onClick: () => void openLetters([row]) },
          { label: t('reminders.panel.copy'), icon: IconCopy, onClick: () => void copyOrShow(row) },
        ]}
        pageSize={5}
        prefix="reminders-"
        empty={{ text: t('reminders.panel.empty'), next: t('reminders.panel.emptyNext') }}
      />
      {followed && (
        <FollowDialog
          reminder={followed}
          onClose={() => setFollowed(undefined)}
          onSaved={() => {
            setFollowed(undefined);
            load.reload();
          }}
        />
      )}
    </Stack>
  );
}

function reminderColumns(): readonly Column<Reminder>[] {
  return [
    { key: 'date', title: t('reminders.panel.date'), kind: 'day', value: ({ date }) => date },
    {
      key: 'level',
      title: t('reminders.list.column'),
      value: ({ level }) => t(`reminders.level.${level}`),
      render: (row) => (
        <>
          {t(`reminders.level.${row.level}`)}
          <Text size="xs" c="dimmed">
            {t(`reminders.way.${row.way}`)}
            {row.mail_state !== null && ` · ${t(`invoices.mails.state.${row.mail_state}`)}`}
          </Text>
        </>
      ),
    },
    { key: 'due', title: t('reminders.panel.due'), kind: 'money', value: ({ amount_due }) => amount_due },
    {
      key: 'promise',
      title: t('reminders.panel.promise'),
      value: ({ promised_on }) => promised_on,
      render: (row) => <PromiseCell promise={row} />,
    },
    {
      key: 'next',
      title: t('reminders.panel.next'),
      value: ({ note, next_step }) => [note, next_step].filter(Boolean).join(' · '),
      isHiddenOnPhone: true,
    },
    {
      key: 'by',
      title: t('reminders.panel.by'),
      kind: 'person',
      value: ({ recorded_by }) => recorded_by,
      isHiddenOnPhone: true,
    },
  ];
}

type Promised = Pick<Reminder, 'promised_on' | 'promised_amount' | 'promise_broken'>;

export function PromiseCell({ promise: { promised_on, promised_amount, promise_broken } }: { promise: Promised }) {
  if (promised_on === null || promised_amount === null) return null;
  return (
    <Stack gap="var(--space-1)" align="flex-start">
      <Text size="xs">
        <Unbroken
          text={t('reminders.list.promised', {
            day: formatOfficeDay(promised_on),
            amount: formatMoney(promised_amount),
          })}
        />
      </Text>
      {promise_broken && <StatusChip status="Arrears" word={t('reminders.list.broken')} />}
    </Stack>
  );
}

type FollowValues = { promised_on: Day | null; promised_amount: number | string; note: string; next_step: string };

function FollowDialog({
  reminder,
  onClose,
  onSaved,
}: {
  reminder: Reminder;
  onClose: () => void;
  onSaved: () => void;
}) {
  const params = { id: String(reminder.reminder_id) };
  const bodyOf = ({ promised_amount, ...rest }: FollowValues) => ({
    ...rest,
    promised_amount: promised_amount === '' ? null : promised_amount,
  });
  const form: OfficeForm<FollowValues> = useOfficeForm({
    initialValues: valuesOf(reminder),
    schema: reminders.follow.body,
    toBody: bodyOf,
    save: (values, seen) => api(reminders.follow, { params, body: bodyOf(values) }, seen),
    stored: {
      call: reminders.follow,
      object: reminder,
      valuesOf: (stored) => valuesOf(stored as Reminder),
      objectOf: ({ follow_up }) => follow_up,
    },
    fallback: t('reminders.follow.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onSaved();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('reminders.follow.title', { day: formatOfficeDay(reminder.date) })}
      onClose={onClose}
    >
      {(close) => (
        <Form form={form} saveLabel={t('reminders.follow.save')} onCancel={close} withoutHint>
          <Stack gap="md">
            <DayField
              label={t('reminders.follow.on')}
              clearable
              {...(form.inner.values.promised_on !== reminder.promised_on && { earliest: browserToday() })}
              {...dayField(form, 'promised_on')}
            />
            <AmountField label={t('reminders.follow.amount')} {...form.field('promised_amount')} />
            <LongTextField label={t('reminders.follow.note')} {...form.field('note')} />
            <TextInput label={t('reminders.follow.next')} {...form.field('next_step')} />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

function valuesOf({ promised_on, promised_amount, note, next_step }: Reminder): FollowValues {
  return { promised_on, promised_amount: promised_amount ?? '', note, next_step };
}
