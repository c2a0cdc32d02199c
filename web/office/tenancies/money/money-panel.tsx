import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { amountOf } from '#contract/amount-text.ts';
import type { Answer } from '#contract/call.ts';
import { checkInput } from '#contract/messages/input-message.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import type { TenancyAction } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../../api.ts';
import {
  confirmEffect,
  type DryRun,
  EffectPanel,
  useEffectPreview,
  type WaiverInput,
  waiverIn,
} from '../../payments/effect.tsx';
import { useMay } from '../../session/use-may.ts';
import {
  actionsOn,
  figuresOf,
  isPossible,
  type MoneySource,
  type MoneyValues,
  moneySourceOf,
  newMoney,
  type TenancyMoneyEffect,
  toMoneyInput,
  validateMoney,
} from './describe-money.ts';
import { MoneyFields } from './money-form.tsx';
import classes from './money-panel.module.css';

const SOURCES = ['due', 'credit', 'deposit'] as const satisfies readonly MoneySource[];

interface MoneyPanelProps {
  file: TenancyFile;
  onChanged: () => void;
}

export function MoneyPanel({ file, onChanged }: MoneyPanelProps) {
  const mayWrite = useMay('books.write');
  const [action, setAction] = useState<TenancyAction>();
  const close = () => setAction(undefined);
  const figures = figuresOf(file);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('tenancies.money.title')}>
      <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
        {SOURCES.map((source) => (
          <div key={source} className={classes.figure}>
            <Text size="sm" c="dimmed" component="dt">
              {t(`tenancies.money.${source}`)}
            </Text>
            <Text component="dd" m={0} fw={700} fz={source === 'due' ? 'xl' : 'lg'} lh={1.3}>
              {formatMoney(figures[source])}
            </Text>
            {source === 'deposit' && (
              <Text component="dd" m={0} size="xs" c="dimmed">
                {t('tenancies.money.depositAbout')}
              </Text>
            )}
            {mayWrite && <ActionButtons file={file} source={source} choose={setAction} />}
          </div>
        ))}
      </dl>
      {action !== undefined && (
        <MoneyDialog
          file={file}
          action={action}
          onClose={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      )}
    </Paper>
  );
}

interface ActionButtonsProps {
  file: TenancyFile;
  source: MoneySource;
  choose: (action: TenancyAction) => void;
}

function ActionButtons({ file, source, choose }: ActionButtonsProps) {
  const possible = actionsOn(source).filter((action) => isPossible(action, file));
  if (possible.length === 0) return null;
  return (
    <Group gap="xs" mt="var(--space-2)" component="dd" m={0}>
      {possible.map((action) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          {...(action === 'debt_written_off' && { c: 'var(--mantine-color-error)' })}
          onClick={() => choose(action)}
        >
          {t(`tenancies.money.action.${action}`)}
        </Button>
      ))}
    </Group>
  );
}

interface MoneyDialogProps {
  file: TenancyFile;
  action: TenancyAction;
  onClose: () => void;
  onDone: () => void;
}

function MoneyDialog({ file, action, onClose, onDone }: MoneyDialogProps) {
  const label = t(`tenancies.money.action.${action}`);
  const { form, dryRun, isConfirming } = useMoneyForm({ file, action, onDone });
  return (
    <FormDialog form={form} title={label} size="lg" isAsking={isConfirming} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={label} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{aboutMoney(file, action)}</Text>
            <MoneyFields
              values={form.inner.values}
              field={(name) => form.field(name)}
              money={file}
              sameTenant={file.SameTenant}
              hasFocus
            />
            <MoneyPreview values={form.inner.values} dryRun={dryRun} />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

/** The usual height of the preview, which is reserved so that the buttons do not move under the pointer. */
const PREVIEW_HEIGHT = 92;

function MoneyPreview({ values, dryRun }: { values: MoneyValues; dryRun: DryRun<TenancyMoneyEffect> }) {
  const input = toMoneyInput(values);
  const isComplete =
    Object.keys(validateMoney(values)).length === 0 && checkInput(tenancies.money.body, input).faults.length === 0;
  const preview = useEffectPreview({ key: isComplete ? JSON.stringify(input) : '', dryRun });
  const title = t('tenancies.money.preview');
  const { effect } = preview;
  return (
    <Paper withBorder p="sm" mih={PREVIEW_HEIGHT} component="section" aria-label={title}>
      <Text size="sm" fw={700}>
        {title}
      </Text>
      <EffectPanel preview={preview} idle={t('tenancies.money.idle')} />
      {effect && moneySourceOf(values.action) === 'deposit' && (
        <Text size="sm" mt="var(--space-2)" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('tenancies.money.depositAfter', { amount: formatMoney(effect.deposit_held) })}
        </Text>
      )}
    </Paper>
  );
}

type MoneyFormValues = MoneyValues & WaiverInput;

type MoneyAnswer = Answer<typeof tenancies.money>;

interface MoneyFormOptions {
  file: TenancyFile;
  action: TenancyAction;
  onDone: () => void;
}

interface MoneyFormState {
  form: OfficeForm<MoneyFormValues>;
  dryRun: DryRun<TenancyMoneyEffect>;
  isConfirming: boolean;
}

function useMoneyForm({ file, action, onDone }: MoneyFormOptions): MoneyFormState {
  const recordOnce = useRecordOnce();
  const [isConfirming, setIsConfirming] = useState(false);
  const params = { id: String(file.tenant_id) };
  const dryRunOf =
    (values: MoneyFormValues): DryRun<TenancyMoneyEffect> =>
    async (waived) => {
      const body = { ...toMoneyInput(values), do_not_charge: [...waived] };
      return toTenancyMoneyEffect(await api(tenancies.money, { params, query: { dry_run: 'true' }, body }));
    };
  const confirmAll = async (values: MoneyFormValues) => {
    const consent = await confirmEffect({
      title: t(`tenancies.money.confirm.${action}`, { amount: formatMoney(amountOf(values.amount)) }),
      sentence: aboutMoney(file, action),
      confirmLabel: t(`tenancies.money.action.${action}`),
      dryRun: dryRunOf(values),
    });
    return consent && waiverIn(consent);
  };
  const form: OfficeForm<MoneyFormValues> = useOfficeForm({
    initialValues: newValues(file, action),
    schema: tenancies.money.body,
    toBody: toMoneyInput,
    check: validateMoney,
    ask: (values) => {
      setIsConfirming(true);
      return confirmAll(values).finally(() => setIsConfirming(false));
    },
    save: ({ do_not_charge, waive_reason, ...values }) => {
      const body = { ...toMoneyInput(values), do_not_charge, ...(waive_reason !== undefined && { waive_reason }) };
      return recordOnce((options) => api(tenancies.money, { params, query: {}, body }, options));
    },
    fallback: t('tenancies.money.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onDone();
    },
  });
  return { form, dryRun: dryRunOf(form.inner.values), isConfirming };
}

function newValues(file: TenancyFile, action: TenancyAction): MoneyFormValues {
  return { ...newMoney(action, file), do_not_charge: [] };
}

function aboutMoney({ name, shop_id: shop }: TenancyFile, action: TenancyAction): string {
  return t(`tenancies.money.about.${action}`, { name, shop });
}

function toTenancyMoneyEffect({ tenancy, ...effect }: MoneyAnswer): TenancyMoneyEffect {
  return { ...effect, ...tenancy };
}
