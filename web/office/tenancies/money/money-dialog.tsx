import { Paper, Stack, Text } from '@mantine/core';
import { checkInput } from '#contract/messages/input-message.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import type { TenancyAction } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { type DryRun, EffectPanel, useEffectPreview } from '../../payments/effect.tsx';
import {
  type MoneyValues,
  moneySourceOf,
  type TenancyMoneyEffect,
  toMoneyInput,
  validateMoney,
} from './describe-money.ts';
import { MoneyFields } from './money-form.tsx';
import { aboutMoney, useMoneyForm } from './use-money-form.ts';

interface MoneyDialogProps {
  file: TenancyFile;
  action: TenancyAction;
  onClose: () => void;
  onDone: () => void;
}

export function MoneyDialog({ file, action, onClose, onDone }: MoneyDialogProps) {
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

/** The usual height, so that the buttons do not move under the pointer. */
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
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <EffectPanel preview={preview} idle={t('tenancies.money.idle')} />
      {effect && moneySourceOf(values.action) === 'deposit' && (
        <Text size="sm" mt={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {t('tenancies.money.depositAfter', { amount: formatMoney(effect.deposit_held) })}
        </Text>
      )}
    </Paper>
  );
}
